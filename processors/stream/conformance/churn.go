package conformance

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// Churn lets members join, leave and be killed while events come in, some of them flaky, poisoned or repeated,
// and accounts for every one. What happens follows from the seed; when it happens, in relation to the work of
// the members, does not.
func Churn(t *testing.T, b Broker, seed uint64) {
	t.Logf("seed %d", seed)
	c := &churn{stage: newStage(t, b), rng: rand.New(rand.NewPCG(seed, 0)), members: map[string]*child{}, next: map[[2]string]int{}}
	c.join("a")
	c.join("b")
	for range phases {
		c.feed()
		c.taken(c.somewhere())
		c.act()
	}
	for _, m := range c.members {
		m.awaitReady()
	}
	c.caughtUp()
	for _, m := range c.members {
		c.stop(m)
	}
	c.settle("run_1", "run_2")
	t.Logf("seed %d: %d kills, %d orderly ends, %d joins", seed, c.kills, c.ends, c.joins)
	if c.kills == 0 || c.produced < 1_000 {
		t.Errorf("%d events and %d kills show nothing", c.produced, c.kills)
	}
}

const (
	phases   = 32
	perPhase = 35
)

var names = []string{"a", "b", "c"}

type churn struct {
	*stage
	rng                          *rand.Rand
	members                      map[string]*child
	next                         map[[2]string]int // the number of a key's next event
	past                         []events.Record
	produced, kills, ends, joins int
}

// feed produces events of random keys.
func (c *churn) feed() {
	var batch []events.Record
	for range perPhase {
		if len(c.past) > 0 && c.rng.IntN(40) == 0 {
			batch = append(batch, c.past[c.rng.IntN(len(c.past))])
			continue
		}
		run, k := fmt.Sprintf("run_%d", 1+c.rng.IntN(2)), key(c.rng.IntN(keys))
		c.next[[2]string{run, k}]++
		text := fmt.Sprint(c.next[[2]string{run, k}])
		switch c.rng.IntN(40) {
		case 0:
			text += " poison"
		case 1:
			text += " panic"
		case 2, 3:
			text += " flaky"
		case 4:
			text += " stubborn"
		default:
			text += fmt.Sprintf(" takes=%dms", c.rng.IntN(4))
		}
		r := claim(run, k, text)
		batch, c.past = append(batch, r), append(c.past, r)
	}
	c.produced += len(batch)
	c.Produce(batch...)
}

// somewhere is a number of outputs between what there must be and what there is going to be.
func (c *churn) somewhere() int {
	all := c.reference(c.all(input)).count(events.TopicClaimsRouted)
	return max(0, all-c.rng.IntN(perPhase))
}

// act changes who is in the group.
func (c *churn) act() {
	name := names[c.rng.IntN(len(names))]
	m := c.members[name]
	what := c.rng.IntN(10)
	switch {
	case m == nil:
		c.join(name)
	case what < 6: // it comes back at once, and in the middle of its own start at times
		m.kill()
		c.kills++
		c.join(name)
	case what < 8 || len(c.members) == 1:
		c.end(m)
		c.join(name)
	default:
		if what == 8 {
			m.kill()
			c.kills++
		} else {
			c.end(m)
		}
		delete(c.members, name)
		c.leave(name)
	}
}

func (c *churn) join(name string) {
	c.joins++
	c.members[name] = c.spawn(name, 1+c.rng.IntN(20))
}

// end ends a member in order. One that is not yet up would not be told apart from one that refuses to end.
func (c *churn) end(m *child) {
	m.awaitReady()
	c.stop(m)
	c.ends++
}
