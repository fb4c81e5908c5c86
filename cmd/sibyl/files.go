package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
)

// readFile reads a regular file of at most the size that is accepted.
func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, exit.Usage("%s cannot be opened: %v", name, errors.Unwrap(err))
	}
	return readRegular(name, info, func() (*os.File, error) { return os.Open(name) })
}

// readRegular opens and reads what info describes.
func readRegular(name string, info os.FileInfo, open func() (*os.File, error)) ([]byte, error) {
	switch {
	case !info.Mode().IsRegular():
		return nil, exit.Usage("%s is not a file; give a PDF", name) // opening a pipe would wait for its writer
	case info.Size() > settings.MaxPDF:
		return nil, exit.Usage("%s is too large (%d MB, at most %d MB are read); split it", name, info.Size()>>20, settings.MaxPDF>>20)
	}
	f, err := open()
	if err != nil {
		return nil, exit.Usage("%s cannot be opened: %v", name, errors.Unwrap(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, settings.MaxPDF+1))
	if err != nil {
		return nil, exit.Usage("%s cannot be read: %v", name, err)
	}
	return data, nil
}

// nearby is a path as a person would write it here: relative to the working directory where it lies within.
func nearby(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if within, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(within) {
		return within
	}
	return path
}

// hasFolder refuses an output file that has no folder to be in, before the work whose result it would lose.
func hasFolder(file string) error {
	if file == "" {
		return nil
	}
	folder := filepath.Dir(file)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return exit.Usage("there is no folder %s to write %s in; make it first", folder, filepath.Base(file))
	}
	return nil
}

// writeOut writes to a file, or to stdout when none is named.
func writeOut(file string, data []byte) error {
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	return writeAs(file, func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	})
}

// writeAs has a result written to a file, or to stdout if none is named. A file that is there stays as it is until all has been written: a
// result that could not be, half of it in the place of the last one, would be taken for whole.
func writeAs(file string, write func(to io.Writer) error) error {
	if file == "" {
		return write(os.Stdout)
	}
	if err := draft(file, write); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

// draft writes beside a file and puts that in its place. What is no file that could be replaced is written as it is: a device, a pipe, what
// stands for an output that is open already, and a file in a folder that only its owner may change.
func draft(file string, write func(to io.Writer) error) error {
	mode := os.FileMode(0o644)
	info, err := os.Stat(file)
	if err == nil {
		mode = info.Mode()
	}
	if err == nil && !mode.IsRegular() || strings.HasPrefix(file, "/dev/") || strings.HasPrefix(file, "/proc/") {
		return overwrite(file, mode, write)
	}
	if there, err := filepath.EvalSymlinks(file); err == nil {
		file = there // a link stays one
	}
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-")
	if errors.Is(err, fs.ErrPermission) && info != nil {
		return overwrite(file, mode, write)
	}
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // after the renaming there is nothing to remove
	if err := errors.Join(write(f), f.Chmod(mode.Perm()), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

func overwrite(file string, mode os.FileMode, write func(to io.Writer) error) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode.Perm())
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// asking are the flags of a command that asks an instance, its own or another one, and tells what it says.
type asking struct {
	JSON bool `help:"Print JSON."`
	stack.Place
	settings.Dependencies
}

// tell makes a request with a body of JSON, or with none, and prints the answer: as it came with --json, by say without.
func tell[T any](ctx context.Context, a asking, method, path string, body any, say func(T) error) error {
	var sent io.Reader
	contentType := ""
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent, contentType = bytes.NewReader(raw), "application/json"
	}
	raw, err := ask(ctx, a.Place, a.Dependencies, method, path, contentType, sent)
	if err != nil {
		return err
	}
	return a.print(raw, func() error { return said(raw, say) })
}

// print prints an answer as it came with --json, and else by say.
func (a asking) print(raw []byte, say func() error) error {
	if a.JSON {
		return writeOut("", raw)
	}
	return say()
}

// said reads an answer of the API and says it.
func said[T any](raw []byte, say func(T) error) error {
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return fmt.Errorf("reading the answer: %w", err)
	}
	return say(v)
}

// unknown is an error in words of its own where the API does not know what was asked for.
func unknown(err error, format string, args ...any) error {
	var p client.Problem
	if errors.As(err, &p) && p.Status == http.StatusNotFound {
		return exit.Usage(format, args...)
	}
	return err
}

// ask opens a place, makes one request of its API and closes it again.
func ask(ctx context.Context, p stack.Place, deps settings.Dependencies, method, path, contentType string, body io.Reader) (raw []byte, err error) {
	o, err := p.Open(ctx, deps)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, o.Close(ctx)) }()
	err = o.Do(ctx, method, path, contentType, body, &raw)
	return raw, err
}
