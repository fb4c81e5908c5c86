// Package pagetest does in a headless Chromium what people do with the page, for tests: a step waits until it can be taken,
// and a test fails on anything that the page's console complains of. A browser and its tabs end with their test.
package pagetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Patience is how long a step waits for what must come; it is long because it is never waited for in vain.
const Patience = 2 * time.Minute

// Step is one thing that is done.
type Step = chromedp.Action[chromedp.Void]

// expected are complaints that the page's console makes because a test asked for them.
var expected = []string{"status of 415", "status of 404", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "WebSocket connection to"}

// Browser starts Chromium and fails the test on anything the page complains of.
func Browser(t testing.TB) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed: the page is tested where it is")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 1100),
		chromedp.Flag("disable-quic", true), chromedp.Flag("no-first-run", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	watch(t, ctx)
	return ctx
}

// Second is another tab of the same browser.
func Second(t testing.TB, tab context.Context) context.Context {
	t.Helper()
	ctx, cancel := chromedp.NewContext(tab)
	t.Cleanup(cancel)
	watch(t, ctx)
	return ctx
}

// watch fails the test on what a tab's console says.
func watch(t testing.TB, tab context.Context) {
	t.Helper()
	var wg sync.WaitGroup
	t.Cleanup(wg.Wait)
	listening, stop := context.WithCancel(tab)
	t.Cleanup(stop)
	Do(t, tab, chromedp.Navigate("about:blank"))
	wg.Go(func() {
	messages:
		for m, err := range chromedp.Console(listening) {
			if err != nil {
				return
			}
			for _, e := range expected {
				if strings.Contains(m.Text, e) {
					continue messages
				}
			}
			if m.Type == chromedp.ConsoleException || m.Type == "error" || m.Type == "warning" {
				t.Errorf("the page complained: %s", m.Text)
			}
		}
	})
}

// Do runs steps in the browser.
func Do(t testing.TB, tab context.Context, steps ...Step) {
	t.Helper()
	if err := chromedp.Do(tab, steps...); err != nil {
		t.Fatal(err)
	}
}

// Value is what a script says of the page.
func Value[T any](t testing.TB, tab context.Context, script string) T {
	t.Helper()
	v, err := chromedp.Run(tab, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Shot keeps a picture where SIBYL_SCREENSHOTS names a folder.
func Shot(name string) Step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		folder := os.Getenv("SIBYL_SCREENSHOTS")
		if folder == "" {
			return nil
		}
		png, err := chromedp.FullScreenshot(100)(ctx, t)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644)
	})
}

// waited asks again where the document was exchanged for another one while it was asked: the browser says that the script's
// surroundings are gone, which is no answer. A document that is there stays, so few rounds are enough.
func waited(poll chromedp.Action[bool]) chromedp.Action[bool] {
	return func(ctx context.Context, t *chromedp.Target) (ok bool, err error) {
		for range 5 {
			if ok, err = poll(ctx, t); err == nil || !strings.Contains(err.Error(), "Cannot find context") {
				return ok, err
			}
		}
		return ok, err
	}
}

// Says waits until an element is shown and its text holds all of want, in any case of letters.
func Says(selector string, want ...string) Step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := waited(chromedp.PollFunction[bool](`(selector, want) => {
			const e = document.querySelector(selector);
			return e && !e.hidden && want.every((w) => e.textContent.toLowerCase().includes(w.toLowerCase()));
		}`, chromedp.WithPollingArgs(selector, want), chromedp.WithPollingTimeout(Patience)))(ctx, t)
		if err != nil {
			text, _ := chromedp.Evaluate[string](fmt.Sprintf(`(document.querySelector(%q) ?? document.body).innerText.slice(0, 1500)`, selector))(ctx, t)
			return fmt.Errorf("waiting for %s to say %q: %w\nit says: %s", selector, want, err, text)
		}
		return nil
	})
}

// Holds waits until a script says true. An element that the script reads and that is not there yet (a TypeError on null)
// is a reason to ask again, and is told if the script never says true.
func Holds(what, script string) Step {
	asked := fmt.Sprintf(`(() => {
		try { window.missing = ""; return Boolean(%s); }
		catch (e) { if (!(e instanceof TypeError)) throw e; window.missing = e.message; return false; }
	})()`, script)
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := waited(chromedp.Poll[bool](asked, chromedp.WithPollingTimeout(Patience)))(ctx, t); err != nil {
			missing, _ := chromedp.Evaluate[string](`window.missing ?? ""`)(ctx, t)
			return fmt.Errorf("waiting until %s: %w %s", what, err, missing)
		}
		return nil
	})
}

// ID is the selector of an element that is named for tests.
func ID(name string) string { return `[data-testid="` + name + `"]` }

// Click presses what a selector names, once it is there.
func Click(selector string) Step {
	return chromedp.Steps(Holds(selector+" is there", fmt.Sprintf(`document.querySelector(%q) !== null`, selector)),
		chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector(%q).click()`, selector)))
}

// Press is a button or link with a text, within an element.
func Press(within, text string) Step {
	find := fmt.Sprintf(`[...document.querySelectorAll(%q + " :is(button, a, summary)")].find((e) => e.textContent.trim().startsWith(%q))`, within, text)
	return chromedp.Steps(Holds(text+" can be pressed", find+` !== undefined`), chromedp.Evaluate[chromedp.Void](find+`.click()`))
}

// Fill gives a field, which is named by its label, a value, as a person does.
func Fill(within, label, value string) Step {
	find := fmt.Sprintf(`[...document.querySelectorAll(%q + " label")].find((l) => l.textContent.trim().startsWith(%q))`, within, label)
	return chromedp.Steps(Holds(label+" can be filled in", find+` !== undefined`), chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
		const label = %s;
		const field = label.control ?? label.querySelector("input, select, textarea");
		Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, %q);
		field.dispatchEvent(new Event("input", { bubbles: true }));
		field.dispatchEvent(new Event("change", { bubbles: true }));
	}`, find, value)))
}
