package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sibyl-project/sibyl/deploy/embedded"
)

// A fault disturbs an instance in the n-th analysis and returns the instance that goes on.
type fault func(ctx context.Context, s *instance, n int) (*instance, error)

// faults are what -kill chooses from.
var faults = map[string]fault{
	"up":            killUp,
	"broker":        func(_ context.Context, s *instance, _ int) (*instance, error) { return s, s.killBroker() },
	"postgres":      killPostgres,
	"stop-postgres": stopPostgres,
	"stop-broker":   stopBroker,
	"disk":          fillDisk,
	"processors":    killProcessors,
}

// stopped is how long processes are stopped: longer than a session with the broker and the longest wait for an answer.
const stopped = 20 * time.Second

func killUp(ctx context.Context, s *instance, _ int) (*instance, error) {
	s.kill()
	return start(ctx, s.exe, s.dir)
}

// restarted is how long it may take until the processors run again.
const restarted = 20 * time.Second

// killProcessors ends the child that runs the processors, which the instance starts again: by kill -9, and every third
// time as a crash. A single crash makes an event in flight a suspect, and no more.
func killProcessors(_ context.Context, s *instance, n int) (*instance, error) {
	pid, err := s.processorsPID()
	for over := time.Now().Add(restarted); err != nil && time.Now().Before(over); pid, err = s.processorsPID() {
		time.Sleep(50 * time.Millisecond) // it is being started again
	}
	if err != nil {
		return s, err
	}
	signal := syscall.SIGKILL
	if n%3 == 2 {
		signal = syscall.SIGSEGV
	}
	if err := syscall.Kill(pid, signal); err != nil {
		return s, fmt.Errorf("killing the processors: %w", err)
	}
	return s, nil
}

// processorsPID finds the child by its command line.
func (s *instance) processorsPID() (int, error) {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.cmd.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("looking for the processors: %w", err)
	}
	for _, task := range tasks { // any thread may have started it
		children, err := os.ReadFile(task)
		if err != nil {
			continue // the thread has ended
		}
		for _, text := range strings.Fields(string(children)) {
			line, err := os.ReadFile("/proc/" + text + "/cmdline")
			if err == nil && bytes.Contains(line, []byte("\x00processors-child")) {
				return strconv.Atoi(text)
			}
		}
	}
	return 0, errors.New("looking for the processors: there is no such child")
}

// killPostgres ends the database in one of the three ways in which it ends: the whole server at once, one of its
// sessions, upon which it takes all others down and recovers, and by a stop in a hurry.
func killPostgres(_ context.Context, s *instance, n int) (*instance, error) {
	server, sessions, err := s.postgres()
	if err != nil {
		return s, err
	}
	switch n % 3 {
	case 0:
		err = syscall.Kill(server, syscall.SIGKILL)
	case 1:
		err = syscall.Kill(sessions[len(sessions)-1], syscall.SIGKILL)
	case 2:
		err = syscall.Kill(server, syscall.SIGQUIT)
	}
	return s, err
}

// stopPostgres stops the server with all its sessions: nothing fails, and nothing answers. The API has to.
func stopPostgres(ctx context.Context, s *instance, _ int) (*instance, error) {
	server, sessions, err := s.postgres()
	if err != nil {
		return s, err
	}
	return s, s.whileStopped(append(sessions, server), func() error {
		began := time.Now()
		status, after, err := s.answer(ctx, "/api/v1/runs")
		if err != nil {
			return err
		}
		if status != http.StatusServiceUnavailable || after == "" {
			return fmt.Errorf("while the database was stopped, GET /runs was answered %d, Retry-After %q, after %v", status, after, time.Since(began))
		}
		return s.says(ctx, "the database does not answer")
	})
}

func stopBroker(ctx context.Context, s *instance, _ int) (*instance, error) {
	pid, err := s.brokerPID()
	if err != nil {
		return s, err
	}
	return s, s.whileStopped([]int{pid}, func() error { return s.says(ctx, "the broker") })
}

// whileStopped stops processes for a time, looks meanwhile, and lets them go on.
func (s *instance) whileStopped(pids []int, look func() error) error {
	over := time.Now().Add(stopped)
	var errs []error
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil && !errors.Is(err, syscall.ESRCH) {
			errs = append(errs, fmt.Errorf("stopping process %d: %w", pid, err))
		}
	}
	errs = append(errs, look())
	time.Sleep(time.Until(over)) // the length of the fault is the experiment
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGCONT); err != nil && !errors.Is(err, syscall.ESRCH) {
			errs = append(errs, fmt.Errorf("letting process %d go on: %w", pid, err))
		}
	}
	return errors.Join(errs...)
}

// fullFor is how long the disk stays full.
const fullFor = 8 * time.Second

// fillDisk fills the disk to the last byte and frees it again. Nothing is started anew by us.
func fillDisk(ctx context.Context, s *instance, _ int) (*instance, error) {
	over := time.Now().Add(fullFor)
	ballast := filepath.Join(filepath.Dir(s.dir), "ballast")
	if err := fill(ballast); err != nil {
		return s, err
	}
	look := func() error {
		if err := s.says(ctx, "the disk that holds "+s.dir+" is full"); err != nil {
			return err
		}
		status, detail, err := s.handIn(ctx)
		if err != nil {
			return err
		}
		if status != http.StatusInsufficientStorage || !strings.Contains(detail, s.dir) {
			return fmt.Errorf("while the disk was full, an upload was answered %d: %s", status, detail)
		}
		return nil
	}
	err := look()
	time.Sleep(time.Until(over)) // the length of the fault is the experiment
	return s, errors.Join(err, os.Remove(ballast))
}

func fill(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("filling the disk: %w", err)
	}
	block := make([]byte, 1<<20)
	for len(block) > 0 {
		if _, err := file.Write(block); errors.Is(err, syscall.ENOSPC) {
			block = block[:len(block)/2]
		} else if err != nil {
			return errors.Join(fmt.Errorf("filling the disk: %w", err), file.Close())
		}
	}
	return file.Close()
}

// says waits until /readyz says what is expected, while /healthz goes on answering.
func (s *instance) says(ctx context.Context, what string) error {
	heard := ""
	err := s.until(ctx, 15*time.Second, "/readyz to say \""+what+"\"", func() (bool, error) {
		res, err := http.Get("http://" + s.addr + "/readyz")
		if err != nil {
			return false, err
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		heard = string(body)
		return res.StatusCode == http.StatusServiceUnavailable && strings.Contains(heard, what), err
	})
	if err != nil {
		return fmt.Errorf("%w; it said %s", err, heard)
	}
	status, _, err := s.answer(ctx, "/healthz")
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("/healthz was answered %d", status)
	}
	return err
}

// answer is how a request is answered.
func (s *instance) answer(ctx context.Context, path string) (status int, retryAfter string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.addr+path, nil)
	if err != nil {
		return 0, "", err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	return res.StatusCode, res.Header.Get("Retry-After"), res.Body.Close()
}

// handIn uploads a small file and returns how it was answered.
func (s *instance) handIn(ctx context.Context) (int, string, error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", "small.pdf")
	if err != nil {
		return 0, "", err
	}
	if _, err := part.Write([]byte("%PDF-1.4 " + strconv.FormatInt(time.Now().UnixNano(), 10))); err != nil {
		return 0, "", err
	}
	if err := w.Close(); err != nil {
		return 0, "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.addr+"/api/v1/reports", &form)
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return res.StatusCode, string(body), err
}

// postgres finds the server of this data directory and its sessions.
func (s *instance) postgres() (server int, sessions []int, err error) {
	home, err := embedded.PostgresHome(s.dir)
	if err != nil {
		return 0, nil, err
	}
	text, err := os.ReadFile(filepath.Join(home, "data", "postmaster.pid"))
	if err != nil {
		return 0, nil, fmt.Errorf("looking for the database server: %w", err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	if server, err = strconv.Atoi(strings.TrimSpace(first)); err != nil {
		return 0, nil, fmt.Errorf("looking for the database server: %w", err)
	}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, nil, err
	}
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended meanwhile
		}
		// "12 (name) S 1 ...": the parent is the second field behind the name.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err == nil && len(fields) > 1 && fields[1] == strconv.Itoa(server) {
			sessions = append(sessions, pid)
		}
	}
	if len(sessions) == 0 {
		return 0, nil, fmt.Errorf("the database server %d has no processes", server)
	}
	return server, sessions, nil
}
