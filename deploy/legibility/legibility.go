// Package legibility opens an HTML file in headless Chromium as its readers do - on a desktop, on a phone, in the dark, on
// paper - and says what keeps them from reading it: what axe finds serious, what is wider than the screen or the sheet, what
// is printed too small, what leads nowhere, what is loaded from elsewhere. Tests of exports use it, and the command
// deploy/exports does so on files of real reports. One browser is started for each file and ends with the call.
package legibility

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
)

// Axe is axe-core, a script that finds what people who use a screen reader or little light cannot use.
//
//go:embed axe.min.js
var Axe string

//go:embed looks.js
var looks string

// ErrNoBrowser says that there is no Chromium to look with.
var ErrNoBrowser = errors.New("chromium is not installed")

// Reader is a way in which a file is read.
type Reader struct {
	Name          string
	Width, Height int64
	Dark, Paper   bool
}

// Readers are the ways in which an export is looked at. The sheet is what A4 leaves between the margins of the export's own
// style, in pixels of 1/96 inch.
func Readers() []Reader {
	return []Reader{
		{Name: "desktop", Width: 1280, Height: 900}, {Name: "desktop-dark", Width: 1280, Height: 900, Dark: true},
		{Name: "phone", Width: 375, Height: 812}, {Name: "phone-dark", Width: 375, Height: 812, Dark: true},
		{Name: "paper", Width: 688, Height: 1000, Paper: true},
	}
}

// View is what one reader has before him.
type View struct {
	Reader
	Wrong   []string // in words; nothing if nothing is wrong
	Picture []byte   // the first screen, as PNG
}

// Sight is what was seen of a file.
type Sight struct {
	Views   []View
	Printed []byte // the file as PDF
}

// Wrong lists what is wrong in any view.
func (s Sight) Wrong() []string {
	var out []string
	for _, v := range s.Views {
		for _, w := range v.Wrong {
			out = append(out, v.Name+": "+w)
		}
	}
	return out
}

// Look opens a file. What is folded away is given to axe only where opened is set: of a report of 20 pages that takes a
// minute. It answers ErrNoBrowser where there is none.
func Look(ctx context.Context, file string, opened bool) (Sight, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return Sight{}, ErrNoBrowser
	}
	file, err = filepath.Abs(file)
	if err != nil {
		return Sight{}, err
	}
	profile, err := os.MkdirTemp("", "sibyl-legibility-")
	if err != nil {
		return Sight{}, err
	}
	defer os.RemoveAll(profile)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(profile))
	ctx, cancel := chromedp.NewExecAllocator(ctx, options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	var s Sight
	for _, r := range Readers() {
		v, err := look(ctx, "file://"+file, r, opened)
		if err != nil {
			return s, fmt.Errorf("looking at %s as %s: %w", filepath.Base(file), r.Name, err)
		}
		s.Views = append(s.Views, v)
	}
	s.Printed, err = chromedp.Run(ctx, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4), chromedp.PDFPreferCSSPageSize(), chromedp.PDFStream()))
	if err != nil {
		return s, fmt.Errorf("printing %s: %w", filepath.Base(file), err)
	}
	return s, nil
}

func look(ctx context.Context, url string, r Reader, opened bool) (View, error) {
	v := View{Reader: r}
	media, scheme := "screen", "light"
	if r.Paper {
		media = "print"
	}
	if r.Dark {
		scheme = "dark"
	}
	err := chromedp.Do(ctx, chromedp.EmulateViewport(r.Width, r.Height),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			return t.Call(ctx, "Emulation.setEmulatedMedia", map[string]any{
				"media": media, "features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}},
			}, nil)
		}),
		chromedp.Navigate(url))
	if err != nil {
		return v, err
	}
	if v.Picture, err = chromedp.Run(ctx, chromedp.CaptureScreenshot()); err != nil {
		return v, err
	}
	wrong, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](looks+fmt.Sprintf("(%t)", r.Paper)))
	if err != nil {
		return v, err
	}
	v.Wrong = wrong
	if r.Paper {
		return v, nil // nobody reads paper with a screen reader
	}
	if opened {
		if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("details").forEach((d) => { d.open = true; })`)); err != nil {
			return v, err
		}
	}
	issues, err := Issues(ctx, Question{})
	v.Wrong = append(v.Wrong, issues...)
	return v, err
}

// Question is what axe is asked about a page; without anything, its usual rules about all of it.
type Question struct {
	Within string   // the part of the page, as a selector
	Only   []string // these rules alone
	Also   []string // rules that axe leaves out by default
}

// options are those of axe.run.
func (q Question) options() (string, error) {
	also := map[string]map[string]bool{}
	for _, r := range q.Also {
		also[r] = map[string]bool{"enabled": true}
	}
	o := map[string]any{"resultTypes": []string{"violations"}, "rules": also}
	if len(q.Only) > 0 {
		o["runOnly"] = q.Only
	}
	out, err := json.Marshal(o)
	if err != nil {
		return "", fmt.Errorf("writing down what axe is asked: %w", err)
	}
	return string(out), nil
}

// Issues are what axe finds serious or critical in the page that a browser shows, each with up to three of its places.
func Issues(ctx context.Context, q Question) ([]string, error) {
	options, err := q.options()
	if err != nil {
		return nil, err
	}
	part := "document"
	if q.Within != "" {
		part = fmt.Sprintf("document.querySelector(%q)", q.Within)
	}
	if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](Axe+"; undefined")); err != nil {
		return nil, fmt.Errorf("loading axe: %w", err)
	}
	body, err := chromedp.Run(ctx, chromedp.Evaluate[string](
		`axe.run(`+part+`, `+options+`).then((r) => JSON.stringify(r.violations))`, chromedp.EvalAwaitPromise))
	if err != nil {
		return nil, fmt.Errorf("asking axe: %w", err)
	}
	var found []struct {
		ID     string `json:"id"`
		Impact string `json:"impact"`
		Help   string `json:"help"`
		Nodes  []struct {
			HTML    string `json:"html"`
			Summary string `json:"failureSummary"`
		} `json:"nodes"`
	}
	if err := json.Unmarshal([]byte(body), &found); err != nil {
		return nil, fmt.Errorf("reading what axe says: %w", err)
	}
	var out []string
	for _, f := range found {
		if f.Impact != "serious" && f.Impact != "critical" {
			continue
		}
		for _, n := range f.Nodes[:min(3, len(f.Nodes))] {
			out = append(out, fmt.Sprintf("%s (%s): %s: %s: %s", f.ID, f.Impact, f.Help, n.HTML, strings.Join(strings.Fields(n.Summary), " ")))
		}
	}
	return out, nil
}
