package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// hasFolder refuses an output file that has no folder to be in, before the work whose result it would lose.
func hasFolder(file string) error {
	if file == "" {
		return nil
	}
	folder := filepath.Dir(file)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return usage("there is no folder %s to write %s in; make it first", folder, filepath.Base(file))
	}
	return nil
}

// writeOut writes to a file, or to stdout when none is named.
func writeOut(file string, data []byte) error {
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	if file == "" {
		_, err := os.Stdout.Write(data)
		return err
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}
