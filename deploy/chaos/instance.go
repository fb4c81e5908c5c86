package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// instance is one `sibyl up` on a data directory.
type instance struct {
	exe, dir, addr string
	cmd            *exec.Cmd
	exited         chan error
	log            *bytes.Buffer
}

// start runs `sibyl up` and returns once it answers.
func start(ctx context.Context, exe, dir string) (*instance, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("finding a free port: %w", err)
	}
	addr := l.Addr().String()
	l.Close()
	s := &instance{exe: exe, dir: dir, addr: addr, exited: make(chan error, 1), log: &bytes.Buffer{}}
	s.cmd = exec.Command(exe, "up", "--offline", "--data-dir", dir, "--addr", addr)
	s.cmd.Stderr, s.cmd.Stdout = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s up: %w", exe, err)
	}
	go func() { s.exited <- s.cmd.Wait() }()
	ready := func() (bool, error) {
		res, err := http.Get("http://" + addr + "/readyz")
		if err != nil {
			return false, nil // not listening yet
		}
		defer res.Body.Close()
		return res.StatusCode == http.StatusOK, nil
	}
	if err := s.until(ctx, time.Minute, "answering", ready); err != nil {
		s.kill()
		return nil, fmt.Errorf("%w\n%s", err, s.log)
	}
	return s, nil
}

// until asks again every 25 ms: it watches another process, which has no other signal to give.
func (s *instance) until(ctx context.Context, limit time.Duration, what string, ok func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for {
		done, err := ok()
		if !errors.Is(err, errAway) && (done || err != nil) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %w", what, ctx.Err())
		case err := <-s.exited:
			s.exited <- err
			return fmt.Errorf("waiting for %s: sibyl up ended: %w", what, err)
		case <-tick.C:
		}
	}
}

func (s *instance) kill() {
	_ = s.cmd.Process.Kill() // it may have ended by itself, which is as good
	err := <-s.exited
	s.exited <- err
}

// autopsyLog is where autopsy leaves what it found.
const autopsyLog = "chaos.log"

// autopsy ends a process that hangs and keeps its log with the places where everything waits.
func (s *instance) autopsy() error {
	if err := s.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		return fmt.Errorf("asking where sibyl up waits: %w", err)
	}
	err := <-s.exited
	s.exited <- err
	if err := os.WriteFile(autopsyLog, s.log.Bytes(), 0o644); err != nil {
		return fmt.Errorf("keeping the log: %w", err)
	}
	return fmt.Errorf("its log and stacks are in %s", autopsyLog)
}

// stop asks for a clean end.
func (s *instance) stop(limit time.Duration) error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return fmt.Errorf("asking sibyl up to end: %w", err)
	}
	select {
	case err := <-s.exited:
		s.exited <- err
		return err
	case <-time.After(limit):
		s.kill()
		return errors.New("sibyl up did not end when asked to")
	}
}

// killBroker kills the broker child.
func (s *instance) killBroker() error {
	pid, err := s.brokerPID()
	if err != nil {
		return err
	}
	return syscall.Kill(pid, syscall.SIGKILL)
}

// brokerPID finds the broker child of this data directory among the processes.
func (s *instance) brokerPID() (int, error) {
	procs, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return 0, err
	}
	for _, p := range procs {
		line, err := os.ReadFile(p)
		if err != nil {
			continue // it has ended meanwhile
		}
		args := strings.ReplaceAll(string(line), "\x00", " ")
		if !strings.Contains(args, "broker-child") || !strings.Contains(args, s.dir) {
			continue
		}
		return strconv.Atoi(filepath.Base(filepath.Dir(p)))
	}
	return 0, fmt.Errorf("looking for the broker: no broker child of %s is running", s.dir)
}

// errAway is an answer that says to ask again: a dependency is away, and comes back.
var errAway = errors.New("a dependency is away")

// call sends a request to the API and decodes the answer into out, if it is not nil.
func (s *instance) call(ctx context.Context, method, path, contentType string, body io.Reader, out any) error {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+s.addr+"/api/v1"+path, body)
	if err != nil {
		return err
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	if res.StatusCode == http.StatusServiceUnavailable && res.Header.Get("Retry-After") != "" {
		return fmt.Errorf("%s %s: %w: %s", method, path, errAway, data)
	}
	if res.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %s", method, path, res.Status, data)
	}
	if out == nil {
		return nil
	}
	if raw, ok := out.(*[]byte); ok {
		*raw = data
		return nil
	}
	return json.Unmarshal(data, out)
}

// upload hands a report in and returns its id once it has been read.
func (s *instance) upload(ctx context.Context, file string) (string, error) {
	pdf, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", filepath.Base(file))
	if err != nil {
		return "", err
	}
	if _, err := part.Write(pdf); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	var report struct {
		ID     string `json:"id"`
		Status string `json:"status"`
	}
	if err := s.call(ctx, "POST", "/reports?wait=60", w.FormDataContentType(), &form, &report); err != nil {
		return "", err
	}
	return report.ID, s.until(ctx, time.Minute, "the report to be read", func() (bool, error) {
		if err := s.call(ctx, "GET", "/reports/"+report.ID, "", nil, &report); err != nil {
			return false, err
		}
		return report.Status != "uploaded" && report.Status != "parsing", nil
	})
}

// analyse asks for a run; the last one may still be closing, which is answered with a conflict.
func (s *instance) analyse(ctx context.Context, report string) (string, error) {
	var started struct {
		RunID string `json:"run_id"`
	}
	if err := s.call(ctx, "POST", "/analysis/"+report+"/start", "application/json", strings.NewReader("{}"), &started); err != nil {
		return "", err
	}
	return started.RunID, nil
}
