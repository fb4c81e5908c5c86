package live_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/projections/projectionstest"
)

// BenchmarkThousandClients follows one run with a thousand clients while twenty events a second are committed, and reports how
// long an event takes from its commit to a client, the 99th of a hundred over all clients and events. Broker, database, read
// models, server and clients share the machine. A gap, a repeat or a client that is sent away fails it.
func BenchmarkThousandClients(b *testing.B) {
	const clients, warm, every = 1000, 40, 50 * time.Millisecond
	log, pool := projectionstest.NewLog(b), projectionstest.Database(b)
	fold(b, log, pool)
	url := serve(b, pool, nil)
	records := projectionstest.Feed(projectionstest.Story{Run: runA, Claims: 60}.Records(b)...)
	records = records[:min(len(records), 400)]
	log.Append(b, records[:warm]...)

	committed := make([]time.Time, len(records)+1) // by number in the run, written before the clients' times are read
	seen := make([][]time.Time, clients)
	var ready, done sync.WaitGroup
	failed := make(chan error, clients)
	ready.Add(clients)
	for i := range clients {
		seen[i] = make([]time.Time, len(records)+1)
		done.Go(func() {
			if err := follow(url, len(records), warm, seen[i], ready.Done); err != nil {
				failed <- fmt.Errorf("client %d: %w", i, err)
			}
		})
	}
	waited := make(chan struct{})
	go func() { ready.Wait(); close(waited) }()
	select {
	case <-waited:
	case err := <-failed:
		b.Fatal(err)
	}
	b.ResetTimer()
	tick := time.NewTicker(every)
	defer tick.Stop()
	for n, r := range records[warm:] {
		<-tick.C
		log.Append(b, []events.Record{r}...)
		committed[warm+n+1] = time.Now()
	}
	done.Wait()
	b.StopTimer()
	select {
	case err := <-failed:
		b.Fatal(err)
	default:
	}
	var took []float64
	for _, s := range seen {
		for n := warm + 1; n <= len(records); n++ {
			took = append(took, float64(s[n].Sub(committed[n]))/float64(time.Millisecond))
		}
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "p50-ms")
	b.ReportMetric(took[len(took)*99/100], "p99-ms")
	b.ReportMetric(took[len(took)-1], "max-ms")
	b.ReportMetric(float64(len(took)), "deliveries")
}

// follow is one client: it notes when each event comes and refuses one that is not the next.
func follow(url string, last, warm int, seen []time.Time, ready func()) error {
	once := sync.OnceFunc(ready)
	defer once()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	ws, _, err := websocket.DefaultDialer.DialContext(ctx, url, nil)
	if err != nil {
		return err
	}
	defer ws.Close()
	if err := ws.SetReadDeadline(time.Now().Add(5 * time.Minute)); err != nil {
		return err
	}
	if err := ws.WriteJSON(map[string]any{"type": "subscribe", "run": runA, "after": 0}); err != nil {
		return err
	}
	for next := 1; next <= last; {
		_, body, err := ws.ReadMessage()
		if err != nil {
			return fmt.Errorf("after event %d: %w", next-1, err)
		}
		now := time.Now()
		if !bytes.Contains(body[:min(len(body), 40)], []byte(`"event"`)) { // caught up, or an error
			if bytes.Contains(body, []byte(`"error"`)) {
				return fmt.Errorf("after event %d came %s", next-1, body)
			}
			continue
		}
		if n := numbered(body); n != next {
			return fmt.Errorf("after event %d came event %d", next-1, n)
		}
		seen[next] = now
		if next == warm {
			once()
		}
		next++
	}
	return nil
}

// numbered is the number of an event in its run. The thousand clients share two cores with the server, so they read no more of it.
func numbered(body []byte) int {
	_, rest, _ := bytes.Cut(body, []byte(`"seq":`))
	end := bytes.IndexAny(rest, ",}")
	if end < 0 {
		return -1
	}
	n, err := strconv.Atoi(string(bytes.TrimSpace(rest[:end])))
	if err != nil {
		return -1
	}
	return n
}
