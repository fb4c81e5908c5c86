package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"
	"gopkg.in/yaml.v3"
)

// configFiles are read in this order; flags and SIBYL_* variables go before them.
func configFiles() []string {
	files := []string{"sibyl.yaml"}
	if dir, err := os.UserConfigDir(); err == nil {
		files = append(files, filepath.Join(dir, "sibyl", "sibyl.yaml"))
	}
	return files
}

// loadConfigFile makes a YAML file a source of flag values: `kafka-brokers: [a, b]` stands for
// --kafka-brokers=a,b on every command that has the flag.
func loadConfigFile(r io.Reader) (kong.Resolver, error) {
	values := map[string]any{}
	if err := yaml.NewDecoder(r).Decode(&values); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading the configuration file: %w", err)
	}
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		v, ok := values[flag.Name]
		if !ok {
			v, ok = values[strings.ReplaceAll(flag.Name, "-", "_")]
		}
		if !ok {
			return nil, nil
		}
		if list, isList := v.([]any); isList {
			parts := make([]string, len(list))
			for i, p := range list {
				parts[i] = fmt.Sprint(p)
			}
			return strings.Join(parts, ","), nil
		}
		return fmt.Sprint(v), nil
	}), nil
}
