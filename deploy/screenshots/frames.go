package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// list is a long list, and what has to be done before it is there.
type list struct{ name, path, selector, before string }

// lists are those that grow with a run.
var lists = []list{
	{"claims", "/runs/{run}/truth?show=claims", "claims", ""},
	{"disclosures", "/runs/{run}/truth?show=disclosures", "gaps", ""},
	{"checks", "/runs/{run}/truth?show=figures", "figures", ""},
	{"what agents say", "/runs/{run}", "feed", `document.querySelector('[data-testid="playback"]').click()`},
	{"ledger", "/runs/{run}/ledger", "ledger", ""},
}

// scroll goes through a list from its beginning to its end in three hundred frames and returns how long each took.
const scroll = `new Promise((done) => {
	const list = document.querySelector('[data-testid="LIST"]'), took = [];
	let n = 0, last = performance.now();
	const frame = (now) => {
		took.push(now - last);
		last = now;
		list.scrollTop = (list.scrollHeight - list.clientHeight) * (++n / 300);
		if (n < 300) requestAnimationFrame(frame);
		else done([list.querySelector("li[aria-setsize]")?.ariaSetSize ?? 0, ...took.slice(1).sort((a, b) => a - b)].map(Number));
	};
	requestAnimationFrame(frame);
})`

// frames prints how long frames take while each list is scrolled through.
func frames(ctx context.Context, server string, ids *strings.Replacer) error {
	for _, l := range lists {
		whole := `(() => { const list = document.querySelector('[data-testid="` + l.selector + `"]'), ledger = document.querySelector('[data-testid="ledger-count"]');
			return list !== null && list.scrollHeight > list.clientHeight && !(ledger?.textContent.includes("read")) &&
				!document.querySelector('[data-testid="scrubber"]')?.textContent.includes("Reading"); })()`
		steps := []chromedp.Action[chromedp.Void]{chromedp.EmulateViewport(1360, 900), chromedp.Navigate(server + ids.Replace(l.path)), until(whole)}
		if l.before != "" {
			steps = append(steps, chromedp.Evaluate[chromedp.Void](l.before), chromedp.Sleep(time.Second), until(whole))
		}
		if err := chromedp.Do(ctx, steps...); err != nil {
			return fmt.Errorf("%s: %w", l.name, err)
		}
		took, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](strings.ReplaceAll(scroll, "LIST", l.selector), chromedp.EvalAwaitPromise))
		if err != nil {
			return fmt.Errorf("%s: %w", l.name, err)
		}
		rows, took := int(took[0]), took[1:]
		fmt.Printf("%-16s %6d rows, frames of %.0f ms (median), %.0f ms (99th of a hundred), %.0f ms (longest)\n",
			l.name, rows, took[len(took)/2], took[len(took)*99/100], took[len(took)-1])
	}
	return nil
}

func until(script string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := chromedp.Poll[bool](script, chromedp.WithPollingTimeout(60*time.Second))(ctx, t)
		return err
	})
}
