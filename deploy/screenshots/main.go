// Command screenshots takes pictures of the dashboard's main views, on a desktop and a phone, light and dark, of a server
// that runs and has finished at least one analysis.
//
//	go run ./deploy/screenshots -server http://127.0.0.1:8080 -out deploy/screenshots
//
// With -run it shows that run, and with -only the views whose names hold a word. With -frames it takes no pictures, and
// measures how long frames take while long lists are scrolled. It says what the page complained of, and ends with 1 if it
// complained of anything.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// view is what is opened, and what must be there before a picture is taken.
type view struct {
	name, path, ready string
}

// views are what is kept, each on a desktop and a phone, light and dark. {run} and {report} stand for ids, {claim} for a
// contradicted claim's.
func views() []view {
	return []view{
		{"home", "/", "[data-report]"},
		{"preview", "/analysis/{report}?preview", "[data-testid=preview]"},
		{"run", "/runs/{run}", ".react-flow__edge"},
		{"agent-legal", "/runs/{run}?agent=legal", "[data-testid=coverage] .bar"},
		{"agent-data", "/runs/{run}?agent=data_metrics", "[data-testid=checks] li"},
		{"agent-geography", "/runs/{run}?agent=geography", "[data-testid=site-map]"},
		{"agent-academic", "/runs/{run}?agent=academic", "[data-testid=sources]"},
		{"agent-judge", "/runs/{run}?agent=judge", "[data-testid=verdicts] li"},
		{"truth", "/runs/{run}/truth", "[data-matter]"},
		{"claim", "/runs/{run}/truth?show=claims&claim={claim}", "[data-testid=conclusion]"},
		{"disclosures", "/runs/{run}/truth?show=disclosures&q=scenario", "[data-gap]"},
		{"figures", "/runs/{run}/truth?show=figures", "[data-testid=figures] li"},
		{"pages", "/runs/{run}/pages?claim={claim}", "canvas[data-drawn] ~ .mark[aria-current]"},
		{"ledger", "/runs/{run}/ledger", ".ledger .line"},
		{"knowledge", "/knowledge?q=scenario&paragraph=S2.22(b)", "[data-testid=paragraph]"},
		{"operations", "/operations", "[data-testid=processors]"},
	}
}

// look is on what a view is seen.
type look struct {
	suffix        string
	width, height int64
	dark          bool
}

var looks = []look{{"", 1360, 900, false}, {"-dark", 1360, 900, true}, {"-phone", 400, 840, false}, {"-phone-dark", 400, 840, true}}

func main() {
	server := flag.String("server", "http://127.0.0.1:8080", "where the dashboard is")
	out := flag.String("out", "deploy/screenshots", "folder for the pictures")
	run := flag.String("run", "", "run to show; by default the latest that is complete")
	only := flag.String("only", "", "only views whose names hold this")
	measure := flag.Bool("frames", false, "measure the scrolling of long lists instead")
	flag.Parse()
	if err := take(*server, *out, *run, *only, *measure); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

func take(server, out, run, only string, measure bool) error {
	ids, err := subject(server, run)
	if err != nil {
		return err
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		return fmt.Errorf("chromium is not installed: %w", err)
	}
	profile, err := os.MkdirTemp("", "sibyl-screenshots-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(profile)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("force-prefers-reduced-motion", true), chromedp.UserDataDir(profile))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(server)); err != nil {
		return err
	}
	var complaints []string
	go func() { // ends with ctx
		for m, err := range chromedp.Console(ctx) {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleException || m.Type == "error" {
				complaints = append(complaints, m.Text)
			}
		}
	}()
	if measure {
		if err := frames(ctx, server, ids); err != nil {
			return err
		}
	}
	for _, l := range looks {
		for _, v := range views() {
			if measure || !strings.Contains(v.name+l.suffix, only) {
				continue
			}
			if err := picture(ctx, server, out, ids, v, l); err != nil {
				return fmt.Errorf("%s%s: %w", v.name, l.suffix, err)
			}
		}
	}
	if len(complaints) > 0 {
		return fmt.Errorf("the page complained: %s", strings.Join(complaints, "; "))
	}
	return nil
}

func picture(ctx context.Context, server, out string, ids *strings.Replacer, v view, l look) error {
	theme := "light"
	if l.dark {
		theme = "dark"
	}
	began := time.Now()
	err := chromedp.Do(ctx, chromedp.EmulateViewport(l.width, l.height),
		chromedp.Evaluate[chromedp.Void](`localStorage.setItem("theme", "`+theme+`")`),
		chromedp.Navigate(server+ids.Replace(v.path)),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			var err error
			for range 5 { // a document that is exchanged while it is asked gives no answer
				_, err = chromedp.PollFunction[bool](`(ready) => document.querySelector(ready) !== null &&
					document.querySelector("[role=status] progress, [data-reading]") === null`,
					chromedp.WithPollingArgs(v.ready), chromedp.WithPollingTimeout(60*time.Second))(ctx, t)
				if err == nil || !strings.Contains(err.Error(), "Cannot find context") {
					break
				}
			}
			return err
		}),
		chromedp.Evaluate[chromedp.Void](`new Promise((done) => requestAnimationFrame(() => setTimeout(done, 400)))`, chromedp.EvalAwaitPromise),
	)
	if err != nil {
		return err
	}
	var webp []byte
	err = chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		var answer struct {
			Data []byte `json:"data"`
		}
		err := t.Call(ctx, "Page.captureScreenshot", map[string]any{"format": "webp", "quality": 82}, &answer)
		webp = answer.Data
		return err
	}))
	if err != nil {
		return err
	}
	fmt.Printf("%-24s %4d KB, ready after %s\n", v.name+l.suffix, len(webp)/1024, time.Since(began).Round(10*time.Millisecond))
	return os.WriteFile(filepath.Join(out, v.name+l.suffix+".webp"), webp, 0o644)
}

// subject finds what the pictures are of.
func subject(server, run string) (*strings.Replacer, error) {
	var list struct {
		Runs []struct {
			ID     string `json:"id"`
			Report string `json:"report_id"`
			Status string `json:"status"`
		} `json:"runs"`
	}
	if err := get(server+"/api/v1/runs", &list); err != nil {
		return nil, err
	}
	for _, r := range list.Runs {
		if r.Status != "completed" || run != "" && r.ID != run {
			continue
		}
		var verdicts struct {
			Verdicts []struct {
				Claim   string `json:"claim_id"`
				Verdict string `json:"verdict"`
			} `json:"verdicts"`
		}
		if err := get(server+"/api/v1/runs/"+r.ID+"/verdicts", &verdicts); err != nil {
			return nil, err
		}
		if len(verdicts.Verdicts) == 0 {
			return nil, fmt.Errorf("run %s has no verdict to show; name another with -run", r.ID)
		}
		// The claim that is shown is a contradicted one, if there is one.
		for _, class := range []string{"contradicted", "insufficient_evidence", verdicts.Verdicts[0].Verdict} {
			for _, v := range verdicts.Verdicts {
				if v.Verdict == class {
					return strings.NewReplacer("{run}", r.ID, "{report}", r.Report, "{claim}", v.Claim), nil
				}
			}
		}
	}
	return nil, fmt.Errorf("%s has no such run that is complete: analyse a report first", server)
}

func get(url string, into any) error {
	answer, err := http.Get(url)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, answer.Status)
	}
	return json.NewDecoder(answer.Body).Decode(into)
}
