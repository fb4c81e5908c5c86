// Command chaos disturbs a running Sibyl at random moments of analyses and checks that nothing is lost and
// nothing doubled: every analysis ends with the verdicts that an undisturbed one gave.
//
//	go run ./deploy/chaos -kill up -n 30             the whole process, by kill -9
//	go run ./deploy/chaos -kill processors -n 12     the child that runs its processors, by kill -9 and as a crash
//	go run ./deploy/chaos -kill broker -n 10         its broker
//	go run ./deploy/chaos -kill postgres -n 6        its database: server, one session, in a hurry
//	go run ./deploy/chaos -kill stop-postgres -n 2   its database stopped for 20 s (SIGSTOP)
//	go run ./deploy/chaos -kill stop-broker -n 2     its broker likewise
//	go run ./deploy/chaos -kill disk -n 2            its disk filled for 8 s and freed (root, Linux)
//
// It needs bin/sibyl (make build), about five seconds a kill, and prints its seed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sibyl-project/sibyl/deploy/embedded"
)

type options struct {
	exe, report, victim string
	kills               int
	seed                uint64
	patience, within    time.Duration
}

func main() {
	var o options
	flag.StringVar(&o.exe, "sibyl", "bin/sibyl", "the binary under test")
	flag.StringVar(&o.report, "report", "", "the PDF to analyse (default: the sample)")
	flag.StringVar(&o.victim, "kill", "up", "the fault: "+strings.Join(slices.Sorted(maps.Keys(faults)), ", "))
	flag.IntVar(&o.kills, "n", 30, "how many kills")
	flag.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()), "seed of the random moments")
	flag.DurationVar(&o.within, "within", 0, "kill within this time of an analysis' start (default: at any moment of it)")
	flag.DurationVar(&o.patience, "patience", 2*time.Minute, "how long an analysis may take to end after a kill")
	flag.Parse()
	if faults[o.victim] == nil {
		fmt.Fprintf(os.Stderr, "chaos: -kill is %q; want one of %s\n", o.victim, strings.Join(slices.Sorted(maps.Keys(faults)), ", "))
		os.Exit(2)
	}
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintf(os.Stderr, "chaos: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if o.report == "" {
		found, err := sampleReport()
		if err != nil {
			return err
		}
		o.report = found
	}
	work, err := os.MkdirTemp("", "sibyl-chaos-")
	if err != nil {
		return fmt.Errorf("making a working directory: %w", err)
	}
	defer func() {
		for _, dir := range []string{"calm", "stormy"} {
			if gone := embedded.Remove(ctx, filepath.Join(work, dir)); gone != nil {
				fmt.Fprintf(os.Stderr, "chaos: clearing up: %v\n", gone)
			}
		}
		os.RemoveAll(work)
	}()
	random := rand.New(rand.NewPCG(o.seed, o.seed))
	fmt.Printf("seed %d, %s, killing %s %d times\n", o.seed, o.report, o.victim, o.kills)

	report, want, length, err := undisturbed(ctx, o, filepath.Join(work, "calm"))
	if err != nil {
		return err
	}
	window := length
	if o.within > 0 {
		window = o.within
	}
	fmt.Printf("undisturbed: %d claims, %d verdicts in %.2f s\n", want.claims, want.verdicts, length.Seconds())

	stormy := filepath.Join(work, "stormy")
	if o.victim == "disk" {
		dir, remove, err := smallDisk(ctx, work)
		if err != nil {
			return err
		}
		stormy = dir
		defer func() {
			if err := remove(); err != nil {
				fmt.Fprintf(os.Stderr, "chaos: clearing up: %v\n", err)
			}
		}()
	}
	s, err := start(ctx, o.exe, stormy)
	if err != nil {
		return err
	}
	defer func() { s.kill() }()
	if _, err := s.upload(ctx, o.report); err != nil {
		return err
	}
	hit := 0
	for i := range o.kills {
		if err := s.idle(ctx, o.patience); err != nil {
			return fmt.Errorf("kill %d: %w", i+1, err)
		}
		id, err := s.analyse(ctx, report)
		if err != nil {
			return fmt.Errorf("kill %d: %w", i+1, err)
		}
		moment := time.Duration(random.Int64N(int64(window)))
		var inside bool
		if s, inside, err = strike(ctx, o, s, i, id, moment, want); err != nil {
			return err
		}
		if inside {
			hit++
		}
	}
	fmt.Printf("%d kills, %d of them inside an analysis, all ended with the same document\n", o.kills, hit)
	return s.stop(o.patience)
}

// sampleReport is the path of the PDF that comes with the repository.
func sampleReport() (string, error) {
	found, err := filepath.Glob("data/sample/*.pdf")
	if err != nil {
		return "", fmt.Errorf("finding the sample report: %w", err)
	}
	if len(found) == 0 {
		return "", errors.New("finding the sample report: data/sample holds no PDF; run from the repository's root")
	}
	return found[0], nil
}

// undisturbed analyses the report without any fault. It returns the report's id, the document and how long it took.
func undisturbed(ctx context.Context, o options, dir string) (report string, want document, length time.Duration, err error) {
	calm, err := start(ctx, o.exe, dir)
	if err != nil {
		return "", want, 0, fmt.Errorf("starting undisturbed: %w", err)
	}
	defer calm.kill()
	report, err = calm.upload(ctx, o.report)
	if err != nil {
		return "", want, 0, err
	}
	began := time.Now()
	first, err := calm.analyse(ctx, report)
	if err != nil {
		return "", want, 0, err
	}
	if _, err := calm.ended(ctx, first, o.patience); err != nil {
		return "", want, 0, err
	}
	length = time.Since(began)
	want, err = calm.document(ctx, first)
	if err != nil {
		return "", want, 0, err
	}
	if want.verdicts == 0 {
		return "", want, 0, fmt.Errorf("the undisturbed analysis gave no verdicts: nothing to compare with")
	}
	if err := calm.stop(o.patience); err != nil {
		return "", want, 0, fmt.Errorf("stopping the undisturbed instance: %w", err)
	}
	return report, want, length, nil
}

// strike injects the i-th fault into a run at a moment, and requires that the run still ends with the undisturbed
// document and exactly-once events. It returns the instance after the fault, and whether the run was still running.
func strike(ctx context.Context, o options, s *instance, i int, id string, moment time.Duration, want document) (*instance, bool, error) {
	time.Sleep(moment) // the random moment is the experiment, not a wait for something
	inside, err := s.running(ctx, id)
	if err != nil {
		return s, inside, fmt.Errorf("kill %d: %w", i+1, err)
	}
	killed := time.Now()
	if s, err = faults[o.victim](ctx, s, i); err != nil {
		return s, inside, fmt.Errorf("kill %d (at %v of run %s): %w\n%s", i+1, moment, id, err, s.log)
	}
	last, lost, err := s.follow(ctx, id, o.patience)
	if err != nil {
		err = errors.Join(err, s.autopsy())
		return s, inside, fmt.Errorf("kill %d (at %v of run %s): %w", i+1, moment, id, err)
	}
	got, err := s.document(ctx, last)
	if err != nil {
		return s, inside, fmt.Errorf("kill %d: %w", i+1, err)
	}
	if got.body != want.body {
		return s, inside, fmt.Errorf("kill %d (at %v of run %s): the document differs from the undisturbed one: %s", i+1, moment, last,
			firstDifference(want.body, got.body))
	}
	if err := s.exactlyOnce(ctx, last, got); err != nil {
		return s, inside, fmt.Errorf("kill %d (at %v of run %s): %w", i+1, moment, last, err)
	}
	note := ""
	if lost > 0 {
		note = fmt.Sprintf(", %d run ended \"broker lost\" and was succeeded", lost)
	}
	fmt.Printf("kill %2d at %5.2f s (running: %v): same %d verdicts, none lost, none doubled, %.1f s later%s\n",
		i+1, moment.Seconds(), inside, got.verdicts, time.Since(killed).Seconds(), note)
	return s, inside, nil
}
