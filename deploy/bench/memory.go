package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	every = 20 * time.Millisecond

	// sharedEvery is how many looks there are to one at proportional memory: the kernel walks all pages of a process for it and holds the
	// process up, which at each look took four of thirteen seconds of what is measured.
	sharedEvery = 25
)

// PostgreSQL's programs, which are not counted.
var databasePrograms = []string{"postgres", "postmaster", "initdb", "pg_ctl", "psql", "createdb"}

// identity tells two processes with the same number apart.
type identity struct {
	pid   int
	start string // clock ticks since boot
}

// watch sums the memory of a process and all that descends from it. Descendants are known by their
// parents and by a mark in the environment, so that one that was re-parented between two looks is
// still counted.
type watch struct {
	root    int
	mark    []byte
	known   map[identity]*Process
	rss     int64 // highest sums, in kB
	pss     int64
	samples int

	last          int64         // of the last look, in kB
	spent, before time.Duration // processor time between the last two looks, and until the last
}

func newWatch(root int, mark string) *watch {
	return &watch{root: root, mark: []byte(mark), known: map[identity]*Process{}}
}

// into samples until the function that it returns is called, which writes what was seen into the figures.
func (w *watch) into(f *Figures) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			w.sample()
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	}()
	return func() {
		close(done)
		<-ended
		w.write(f)
	}
}

// sample looks at every process once. One that ends meanwhile counts as far as it was seen.
func (w *watch) sample() {
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return // the pattern is constant and well formed
	}
	parents, starts := map[int]int{}, map[int]string{}
	for _, dir := range dirs {
		pid, _ := strconv.Atoi(filepath.Base(dir))
		if ppid, start, ok := readStat(dir); ok {
			parents[pid], starts[pid] = ppid, start
		}
	}
	var rss, pss int64
	shared := w.samples%sharedEvery == 0
	for pid := range parents {
		id := identity{pid, starts[pid]}
		dir := fmt.Sprintf("/proc/%d", pid)
		if !w.descends(pid, parents, starts) && !bytes.Contains(readAll(dir+"/environ"), w.mark) {
			continue
		}
		name := nameOf(dir)
		if name == "" || slices.Contains(databasePrograms, strings.Fields(name)[0]) {
			continue
		}
		p := w.known[id]
		if p == nil {
			p = &Process{PID: pid}
			w.known[id] = p
		}
		p.Name = name
		status := readAll(dir + "/status")
		p.PeakMB = max(p.PeakMB, megabytes(field(status, "VmHWM:")))
		resident := field(status, "VmRSS:")
		rss += resident
		if !shared {
			continue
		}
		if share := field(readAll(dir+"/smaps_rollup"), "Pss:"); share > 0 {
			pss += share
		} else {
			pss += resident
		}
	}
	w.samples++
	w.rss, w.pss = max(w.rss, rss), max(w.pss, pss)
}

func (w *watch) descends(pid int, parents map[int]int, starts map[int]string) bool {
	for p := pid; p > 1; p = parents[p] {
		if p == w.root || w.known[identity{p, starts[p]}] != nil {
			return true
		}
		if parents[p] == 0 {
			return false
		}
	}
	return false
}

// write writes what was seen into the figures, the largest process first.
func (w *watch) write(f *Figures) {
	f.PeakRSS, f.PeakPSS, f.Samples = megabytes(w.rss), megabytes(w.pss), w.samples
	for _, p := range w.known {
		f.Processes = append(f.Processes, *p)
		f.SumOfHWM += p.PeakMB
	}
	slices.SortFunc(f.Processes, func(a, b Process) int {
		return cmp.Or(cmp.Compare(b.PeakMB, a.PeakMB), cmp.Compare(a.PID, b.PID))
	})
}

func megabytes(kB int64) float64 { return float64(kB) * 1024 / 1e6 }

// readStat returns the parent and the start time. The name stands in parentheses and may hold spaces.
func readStat(dir string) (ppid int, start string, ok bool) {
	data := readAll(dir + "/stat")
	end := bytes.LastIndexByte(data, ')')
	if end < 0 {
		return 0, "", false
	}
	fields := strings.Fields(string(data[end+1:]))
	if len(fields) < 20 {
		return 0, "", false
	}
	ppid, err := strconv.Atoi(fields[1])
	return ppid, fields[19], err == nil
}

// nameOf is the program and the first word after it, which tells Sibyl's roles apart.
func nameOf(dir string) string {
	args := strings.Split(strings.TrimRight(string(readAll(dir+"/cmdline")), "\x00"), "\x00")
	if args[0] == "" {
		return ""
	}
	name := strings.TrimSuffix(filepath.Base(args[0]), ":") // "postgres: checkpointer"
	if first, _, titled := strings.Cut(args[0], ":"); titled {
		name = filepath.Base(first)
	}
	if len(args) > 1 {
		name += " " + args[1]
	}
	return name
}

// readAll returns nothing for a process that has ended.
func readAll(path string) []byte {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return data
}

// field finds "Name:   1234 kB" in a file of /proc.
func field(data []byte, name string) int64 {
	for line := range bytes.Lines(data) {
		if rest, ok := bytes.CutPrefix(line, []byte(name)); ok {
			n, _ := strconv.ParseInt(strings.Fields(string(rest))[0], 10, 64)
			return n
		}
	}
	return 0
}
