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

// Place says where the data is: a directory of our own, or a server.
type Place struct {
	DataDir string `env:"SIBYL_DATA_DIR" placeholder:"DIR" help:"Directory of the self-contained instance (default: the user's data directory)."`
	Server  string `env:"SIBYL_SERVER" placeholder:"URL" help:"Use this server instead."`
	Token   string `env:"SIBYL_TOKEN" placeholder:"TOKEN" help:"Bearer token of the API, when it asks for one." hidden:""`
}

// Dependencies are the broker and the database, embedded unless they are named.
type Dependencies struct {
	KafkaBrokers []string `env:"SIBYL_KAFKA_BROKERS" placeholder:"HOST:PORT" help:"Apache Kafka to use instead of the embedded broker."`
	DatabaseURL  string   `env:"SIBYL_DATABASE_URL" placeholder:"URL" help:"PostgreSQL to use instead of a private cluster."`
	Instance     string   `env:"SIBYL_INSTANCE" placeholder:"NAME" help:"${instance_help}"`
	LogLevel     string   `env:"SIBYL_LOG_LEVEL" enum:"debug,info,warn,error" default:"warn" help:"What is logged to stderr: ${enum}."`
	Reading
	Embedding
	Limits
}
