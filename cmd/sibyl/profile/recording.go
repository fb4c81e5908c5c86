// Package profile says where an analysis spends its time. Each process records a profile of itself; Watch adds what the
// run's events tell of the clock, and joins all of it to a table by stage.
//
// Processors label what they do with their name (label agent) and with the kind of event they handle (label event), the
// parts of the main process with theirs (label part), so
//
//	go tool pprof -tagfocus legal DIR/processors.cpu.pprof
//
// shows one agent's work. The parser's child may write no file and C code has no labels of its own: it is counted as
// processor time alone. PostgreSQL's processes are not counted.
package profile

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"syscall"
	"time"
)

// The processes of an analysis that record themselves.
const (
	Main       = "sibyl"
	Processors = "processors"
	Broker     = "broker"
)

// Flag stands before the folder among the arguments of the broker's process.
const Flag = "--profile"

// Usage is what a process took, by the kernel's count and the Go runtime's.
type Usage struct {
	Processor   float64 `json:"processor_seconds"`
	Children    float64 `json:"children_seconds"` // of those that have ended
	PeakMB      float64 `json:"peak_mb"`
	AllocatedMB float64 `json:"allocated_mb"` // in all
	Collections uint32  `json:"collections"`  // of garbage
}

// Recording is the profile of this process while it is taken. A nil one does nothing.
type Recording struct {
	dir, process string
	cpu          *os.File
}

// objectsEvery is how many allocated bytes one object is noted for, by the runtime's own default.
const objectsEvery = 512 << 10

// Record begins to record this process into a folder, which is made if it is not there. An empty folder is none.
func Record(dir, process string) (*Recording, error) {
	if dir == "" {
		return nil, nil
	}
	runtime.MemProfileRate = objectsEvery
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of the profile: %w", err)
	}
	r := &Recording{dir: dir, process: process}
	f, err := os.Create(r.path("cpu.pprof"))
	if err != nil {
		return nil, fmt.Errorf("recording a profile: %w", err)
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(fmt.Errorf("recording a profile: %w", err), f.Close())
	}
	r.cpu = f
	return r, nil
}

func (r *Recording) path(suffix string) string { return filepath.Join(r.dir, r.process+"."+suffix) }

// Stop writes what was recorded: processor time, what is on the heap and was allocated in all, and the sums.
func (r *Recording) Stop() error {
	if r == nil {
		return nil
	}
	pprof.StopCPUProfile()
	if err := r.cpu.Close(); err != nil {
		return fmt.Errorf("writing the profile of processor time: %w", err)
	}
	u, err := usageNow() // before the collection that is ours
	if err != nil {
		return err
	}
	runtime.GC() // the profile tells of the heap as the last collection found it
	heap, err := os.Create(r.path("heap.pprof"))
	if err != nil {
		return fmt.Errorf("writing the profile of the heap: %w", err)
	}
	if err := errors.Join(pprof.Lookup("heap").WriteTo(heap, 0), heap.Close()); err != nil {
		return fmt.Errorf("writing the profile of the heap: %w", err)
	}
	data, err := json.Marshal(u)
	if err != nil {
		return fmt.Errorf("writing what the process took: %w", err)
	}
	if err := os.WriteFile(r.path("usage.json"), data, 0o644); err != nil {
		return fmt.Errorf("writing what the process took: %w", err)
	}
	return nil
}

func usageNow() (Usage, error) {
	var self, children syscall.Rusage
	if err := errors.Join(syscall.Getrusage(syscall.RUSAGE_SELF, &self), syscall.Getrusage(syscall.RUSAGE_CHILDREN, &children)); err != nil {
		return Usage{}, fmt.Errorf("asking what the process took: %w", err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return Usage{
		Processor: seconds(self), Children: seconds(children), PeakMB: residentBytes(self) / 1e6,
		AllocatedMB: float64(m.TotalAlloc) / 1e6, Collections: m.NumGC,
	}, nil
}

// residentBytes: macOS counts in bytes, the others in kilobytes.
func residentBytes(r syscall.Rusage) float64 {
	if runtime.GOOS == "darwin" {
		return float64(r.Maxrss)
	}
	return float64(r.Maxrss) * 1024
}

func seconds(r syscall.Rusage) float64 {
	return (time.Duration(r.Utime.Nano()) + time.Duration(r.Stime.Nano())).Seconds()
}

// ReadUsage reads what a process has written when it stopped.
func ReadUsage(dir, process string) (Usage, error) {
	var u Usage
	data, err := os.ReadFile((&Recording{dir: dir, process: process}).path("usage.json"))
	if err != nil {
		return u, fmt.Errorf("reading what process %s took: %w", process, err)
	}
	if err := json.Unmarshal(data, &u); err != nil {
		return u, fmt.Errorf("reading what process %s took: %w", process, err)
	}
	return u, nil
}
