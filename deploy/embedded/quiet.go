package embedded

import (
	"time"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// quiet lets consumers' long polls wait longer once nothing happens any more. Processors ask for short ones, since a
// partition that is assigned or resumed during a long poll is first fetched after it: a dozen consumer groups that have
// nothing to do would ask seventy times a second for ever. An event ends each wait as before.
type quiet struct {
	changed time.Time // when a request last had another position or partition than the one before
}

const (
	quietAfter = 2 * time.Second
	quietWait  = 2 * time.Second // well within the time that clients give an answer
)

// control changes requests to fetch, which the broker then answers itself. The broker calls it for one request at a time.
func (q *quiet) control(request kmsg.Request) (kmsg.Response, error, bool) { //nolint:revive // the broker's signature
	fetch, ok := request.(*kmsg.FetchRequest)
	switch {
	case !ok:
	// In a fetch session, a request names what has changed since the one before. One that ends a session is answered as
	// soon as it wishes: a client that closes waits for that.
	case fetch.SessionEpoch <= 0 && len(fetch.Topics) == 0:
	case len(fetch.Topics) > 0 || len(fetch.ForgottenTopics) > 0:
		q.changed = time.Now()
	case time.Since(q.changed) > quietAfter:
		fetch.MaxWaitMillis = max(fetch.MaxWaitMillis, int32(quietWait.Milliseconds()))
	}
	return nil, nil, false
}
