package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/sibyl-project/sibyl/cmd/sibyl/client"
	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/stack"
)

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
