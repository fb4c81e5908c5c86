package legal

import (
	"context"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Where a part that asks everybody whether there is something is taken to say so, what is asked of it next is asked, too.
func TestWhoIsTakenToSayYesIsAskedTheNextQuestion(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		sure float64
		want standing
	}{
		"likely":   {"The board hands this task to Dr Ada Reyes.", 0.6, holds},
		"unlikely": {"The board hands this task to Dr Ada Reyes.", 0.3, absent},
		"a denial": {"The board does not hand this task to anybody.", 0.6, absent},
	} {
		t.Run(name, func(t *testing.T) {
			doc := &document.Document{Pages: []document.Page{{Number: 1, Language: "en", Text: c.text + "\n"}}}
			compared := standardOf(t).compare(doc, "")
			if err := compared.understand(context.Background(), sureByPart{"S2.6(b)(i)#delegation": {"this task": c.sure}}, nil); err != nil {
				t.Fatal(err)
			}
			if got := compared.holds("if_delegated"); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}

// Who answers all that is asked under a condition is asked it, where one of the answers is sure enough to show that.
func TestOneSureAnswerOfAllShowsThatTheyAreAsked(t *testing.T) {
	const (
		figures = "Of the eleven projects of 2022 the finished ones cut 214,000 tonnes a year against 260,000."
		words   = "Four of those projects are being built and two were dropped."
	)
	for name, c := range map[string]struct {
		first, second float64
		want          events.DisclosureStatus
	}{
		"one of both":     {0.6, 0.3, events.FullyAddressed},
		"neither of both": {0.3, 0.3, events.Conditional},
		"one alone":       {0.6, 0, events.Conditional},
	} {
		t.Run(name, func(t *testing.T) {
			judge := sureByPart{"S2.14(c)#progress_quantitative": {figures: c.first}, "S2.14(c)#progress_qualitative": {words: c.second}}
			if a, _ := judgedBy(t, judge, "S2.14(c)", figures+"\n\n"+words+"\n"); a.status != c.want {
				t.Errorf("%s: %+v", a.status, a.parts)
			}
		})
	}
}
