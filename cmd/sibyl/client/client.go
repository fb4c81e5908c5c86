// Package client speaks to a server's API, our own or another's.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"time"

	jsonv1 "github.com/go-json-experiment/json/v1"
	"github.com/gorilla/websocket"

	"github.com/sibyl-project/sibyl/cmd/sibyl/exit"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/feed"
	"github.com/sibyl-project/sibyl/projections/reports"
)

// Client speaks to a server's API, our own or another's.
type Client struct {
	base  string // http://host:port
	token string
}

// New is a client of the server at http://host:port.
func New(base, token string) Client { return Client{base, token} }

// Problem is an answer of the API that says no.
type Problem struct {
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Errors []struct {
		Message  string `json:"message"`
		Location string `json:"location"`
	} `json:"errors"`
}

func (e Problem) Error() string {
	text := e.Detail
	for _, one := range e.Errors {
		text += fmt.Sprintf("; %s: %s", strings.TrimPrefix(one.Location, "body."), one.Message)
	}
	return text
}

// errGone marks requests to a server that does not answer.
var errGone = errors.New("no Sibyl answers")

// Gone reports whether a request failed because the server does not answer, rather than because of its answer.
func Gone(err error) bool { return errors.Is(err, errGone) }

// Do sends a request and decodes a JSON answer into out; out may be *[]byte for the bytes themselves.
func (c Client) Do(ctx context.Context, method, path, contentType string, body io.Reader, out any) error {
	req, err := http.NewRequestWithContext(ctx, method, c.base+"/api/v1"+path, body)
	if err != nil {
		return fmt.Errorf("asking %s: %w", c.base, err)
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return exit.Down("%w at %s: %v; is `sibyl up` running there?", errGone, c.base, exit.RootCause(err))
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return fmt.Errorf("reading the answer of %s: %w", path, err)
	}
	if res.StatusCode >= 300 {
		p := Problem{Status: res.StatusCode}
		if json.Unmarshal(data, &p) != nil || p.Detail == "" {
			p.Detail = fmt.Sprintf("%s %s: %s", method, path, res.Status)
		}
		switch res.StatusCode {
		case http.StatusServiceUnavailable:
			return exit.With(exit.CodeDependency, p)
		case http.StatusUnprocessableEntity:
			return exit.With(exit.CodeUsage, p)
		}
		return p
	}
	if raw, ok := out.(*[]byte); ok {
		*raw = data
		return nil
	}
	if err := jsonv1.Unmarshal(data, out); err != nil {
		return fmt.Errorf("reading the answer of %s: %w", path, err)
	}
	return nil
}

// Upload hands a PDF in and waits until it has been read, or could not be.
func (c Client) Upload(ctx context.Context, filename string, pdf []byte, about map[string]string) (reports.Report, error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for name, value := range about {
		if value != "" {
			if err := w.WriteField(name, value); err != nil {
				return reports.Report{}, err
			}
		}
	}
	part, err := w.CreateFormFile("file", filename)
	if err != nil {
		return reports.Report{}, err
	}
	if _, err := part.Write(pdf); err != nil {
		return reports.Report{}, err
	}
	if err := w.Close(); err != nil {
		return reports.Report{}, err
	}
	var r reports.Report
	if err := c.Do(ctx, http.MethodPost, "/reports?wait=30", w.FormDataContentType(), &form, &r); err != nil {
		var p Problem
		if errors.As(err, &p) && p.Status >= 400 && p.Status < 500 {
			return r, exit.With(exit.CodeUsage, p)
		}
		return r, err
	}
	for r.Status == reports.Uploaded || r.Status == reports.Parsing {
		if err := c.Do(ctx, http.MethodGet, "/reports/"+r.ID+"?wait=30", "", nil, &r); err != nil {
			return r, err
		}
	}
	return r, nil
}

// Start asks for an analysis and returns the run.
func (c Client) Start(ctx context.Context, report string, options map[string]any) (string, error) {
	if options == nil {
		options = map[string]any{}
	}
	body, err := json.Marshal(options)
	if err != nil {
		return "", err
	}
	var started struct {
		RunID string `json:"run_id"`
	}
	err = c.Do(ctx, http.MethodPost, "/analysis/"+report+"/start", "application/json", bytes.NewReader(body), &started)
	return started.RunID, err
}

// Run is what the list of runs tells of one.
type Run struct {
	ID       string `json:"id"`
	ReportID string `json:"report_id"`
	Parent   string `json:"parent"`
	Mode     string `json:"mode"`
	Status   string `json:"status"`
	Error    string `json:"error"`
}

// Successor finds the run that continues in place of id; empty if there is none. A replay is not a successor.
func (c Client) Successor(ctx context.Context, id string) (string, error) {
	var list struct {
		Runs []Run `json:"runs"`
	}
	if err := c.Do(ctx, http.MethodGet, "/runs", "", nil, &list); err != nil {
		return "", err
	}
	for _, r := range list.Runs {
		if r.Parent == id && r.Mode == string(events.ModeLive) {
			return r.ID, nil
		}
	}
	return "", nil
}

// ErrAway says that the live connection broke; the caller resumes after the last event it has seen.
var ErrAway = errors.New("the connection to the server broke")

// Watch hands the events of a run from number after+1 on to each, in order, until each returns false: those of the types named, or all
// if there are none.
// It returns the number of the last event handed on.
func (c Client) Watch(ctx context.Context, run string, after int64, types []string, each func(feed.Event) (bool, error)) (int64, error) {
	header := http.Header{}
	if c.token != "" {
		header.Set("Authorization", "Bearer "+c.token)
	}
	url := "ws" + strings.TrimPrefix(c.base, "http") + "/api/v1/live"
	conn, res, err := websocket.DefaultDialer.DialContext(ctx, url, header)
	if res != nil {
		defer res.Body.Close()
	}
	if err != nil {
		if res != nil {
			return after, fmt.Errorf("watching run %s: the server answered %s", run, res.Status)
		}
		return after, ErrAway
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := conn.WriteJSON(map[string]any{"type": "subscribe", "run": run, "after": after, "types": types}); err != nil {
		return after, ErrAway
	}
	var message bytes.Buffer // a run has tens of thousands of them
	for {
		var m struct {
			Type   string     `json:"type"`
			Seq    int64      `json:"seq"`
			Event  feed.Event `json:"event"`
			Detail string     `json:"detail"`
		}
		if err := readMessage(conn, &message, &m); err != nil {
			if ctx.Err() != nil {
				return after, ctx.Err()
			}
			return after, ErrAway
		}
		switch m.Type {
		case "event":
			more, err := each(m.Event)
			after = m.Seq
			if err != nil || !more {
				return after, err
			}
		case "error":
			return after, fmt.Errorf("watching run %s: %s", run, m.Detail)
		}
	}
}

// readMessage reads the next message into a buffer that is used again for each, and decodes it.
func readMessage(conn *websocket.Conn, into *bytes.Buffer, m any) error {
	_, r, err := conn.NextReader()
	if err != nil {
		return err
	}
	into.Reset()
	if _, err := into.ReadFrom(r); err != nil {
		return err
	}
	return jsonv1.Unmarshal(into.Bytes(), m)
}

// Reachable waits until the server answers again, for at most limit.
func (c Client) Reachable(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		var list json.RawMessage
		err := c.Do(ctx, http.MethodGet, "/runs", "", nil, &list)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-tick.C:
		}
	}
}
