package reason

import (
	"context"
	"sync"
	"time"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/ledger"
)

// Counter counts what agents would ask, without asking anybody: every question has the outcome that nobody answers. So the questions that a
// report raises before there are any answers are known exactly, and the rest from how many claims there are.
type Counter struct {
	models Models

	mu    sync.Mutex
	asked map[Role]Questions
}

// Questions are what is asked in a role.
type Questions struct {
	Calls        int
	InputTokens  int
	OutputTokens int // that answers of the usual length take
	MostOutput   int // that they may take
}

// NewCounter counts questions to models.
func NewCounter(models Models) *Counter { return &Counter{models: models, asked: map[Role]Questions{}} }

// Counting makes whoever asks in this context be counted.
func (c *Counter) Counting(ctx context.Context) context.Context {
	return context.WithValue(ctx, recorderKey{}, &Recorder{models: c.models, counter: c})
}

// bytesPerToken is what tokenizers make of English text, roughly.
const bytesPerToken = 4

// usualOutput is how many tokens an answer takes for each text that is asked about, by prompt; usualReasoning is that of an answer that is one text.
var usualOutput = map[string]int{"extract": 45, "meaning": 20, "dedupe": 9, "legal": 45, "news_media": 60, "academic": 60}

const usualReasoning = 220

func (c *Counter) add(q Question) {
	n := 0
	for _, m := range q.messages() {
		n += len(m.text)
	}
	output := usualReasoning
	if each := usualOutput[q.Prompt.Name]; each > 0 {
		output = each * len(q.Texts)
	}
	prompt := q.Prompt
	if m, err := readModel(c.models[prompt.Role]); err == nil {
		prompt = m.of(prompt)
	}
	c.plus(prompt.Role, Questions{Calls: 1, InputTokens: n / bytesPerToken, OutputTokens: min(output, prompt.MaxOutput), MostOutput: prompt.MaxOutput})
}

func (c *Counter) plus(role Role, more Questions) {
	c.mu.Lock()
	defer c.mu.Unlock()
	have := c.asked[role]
	c.asked[role] = Questions{
		have.Calls + more.Calls, have.InputTokens + more.InputTokens, have.OutputTokens + more.OutputTokens, have.MostOutput + more.MostOutput,
	}
}

// Expect adds questions that cannot be counted before there are claims and evidence: so many calls of a usual size.
func (c *Counter) Expect(prompt string, calls, inputTokens, texts int) {
	p := PromptNamed(prompt)
	if calls < 1 || c.models[p.Role] == "" {
		return
	}
	output := usualReasoning
	if each := usualOutput[prompt]; each > 0 {
		output = each * texts
	}
	c.plus(p.Role, Questions{calls, calls * inputTokens, calls * output, calls * p.MaxOutput})
}

// Expected is what a run over a report is expected to ask in one role.
type Expected struct {
	Role  Role
	Model string
	Questions
	USD *apd.Decimal // of answers of the usual length; nil where the model has no known price
}

// Expected lists the roles in which something is asked.
func (c *Counter) Expected(prices Prices, base string) []Expected {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Expected
	for _, role := range Roles() {
		q := c.asked[role]
		if q.Calls == 0 {
			continue
		}
		e := Expected{Role: role, Model: nameOf(c.models[role]), Questions: q}
		if price, priced := prices.of(e.Model, base); priced {
			e.USD = ledger.Add(ledger.Times(price.Input, q.InputTokens), ledger.Times(price.Output, q.OutputTokens))
		}
		out = append(out, e)
	}
	return out
}

// How long an answer takes that nobody has measured: hosted models write some sixty tokens a second after a moment.
const (
	beforeAnswer     = 1500 * time.Millisecond
	tokensPerSecond  = 60
	defaultAtOneTime = defaultConcurrent
)

// Lasting is how long all questions take an endpoint at that speed with so many under way at one time; tokens is how many it writes in a
// second for one of them, 0 for the speed of hosted models.
func Lasting(all []Expected, concurrent, tokens int) time.Duration {
	if concurrent < 1 {
		concurrent = defaultAtOneTime
	}
	if tokens < 1 {
		tokens = tokensPerSecond
	}
	var sum time.Duration
	for _, e := range all {
		sum += time.Duration(e.Calls)*beforeAnswer + time.Duration(e.OutputTokens)*time.Second/time.Duration(tokens)
	}
	return sum / time.Duration(concurrent)
}
