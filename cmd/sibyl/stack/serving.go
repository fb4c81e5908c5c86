package stack

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/cmd/sibyl/settings"
	"github.com/sibyl-project/sibyl/cmd/sibyl/version"
	"github.com/sibyl-project/sibyl/cmd/sibyl/worker"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/intent"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/replay"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/projections/api"
	"github.com/sibyl-project/sibyl/projections/costs"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// serve answers HTTP until ctx ends.
func (s *Stack) serve(ctx context.Context) error {
	outbox := intent.New(s.Pool)
	return api.Serve(ctx, s.Listener, api.New(api.Config{
		Pool: s.Pool, Outbox: outbox, Artefacts: s.Ports.Store, Hub: s.Hub, Knowledge: s.Ports.Knowledge, ReadPDF: s.Ports.Parser.Parse,
		Estimate: func(ctx context.Context, d *document.Document) (costs.Estimate, error) {
			return worker.Estimate(ctx, s.deps.Reasoning, d)
		},
		Replay: Replayer(settings.KafkaOptions(s.Brokers), s.instance(), s.Ports, outbox),
		Record: RecordReader(settings.KafkaOptions(s.Brokers)),
		Lag:    LagReader(settings.KafkaOptions(s.Brokers)),
		Addr:   s.Listener.Addr().String(), Token: s.options.Token, AutoStart: s.options.AutoStart,
		Metrics: promhttp.HandlerFor(prometheus.Gatherers{worker.Metrics(), s.metrics}, promhttp.HandlerOpts{}),
		Version: version.Code(), Logger: s.log, Ready: s.ready, Room: s.room, Scratch: s.Data.Path,
	}))
}

// Replayer replays for the API, one run at a time: the transactional id of its producer is one.
func Replayer(kafka []kgo.Opt, instance string, p worker.Ports, out *intent.Outbox) api.Replay {
	turn := make(chan struct{}, 1)
	config := replay.Config{
		Kafka: kafka, Instance: instance, Store: p.Store, Now: time.Now, Repeat: out.Repeat,
		Declare: func(recorded replay.Ports) []stream.Declaration {
			return worker.Declarations(worker.Ports{
				Store: recorded.Store, Library: recorded.Library, Parser: recorded.Parser,
				Models: reason.ModelsOf(recorded.Models), Sources: recorded.Sources,
			})
		},
	}
	return func(ctx context.Context, run string, from events.Topic) (api.Replayed, error) {
		since, err := out.Repeatable(ctx, run)
		if err != nil {
			return api.Replayed{}, err
		}
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		case <-ctx.Done():
			return api.Replayed{}, ctx.Err()
		}
		done, err := replay.Run(ctx, config, replay.Request{Parent: run, Since: since, From: from})
		return api.Replayed(done), refusal(err)
	}
}

// refusal tells clients what is about the run they named; anything else is the server's own trouble.
func refusal(err error) error {
	var diverged replay.DivergedError
	var damaged replay.DamagedError
	var unfinished replay.UnfinishedError
	var topic replay.TopicError
	switch {
	case errors.As(err, &diverged), errors.As(err, &damaged), errors.As(err, &unfinished):
		return api.Refusal{Status: http.StatusConflict, Detail: err.Error()}
	case errors.As(err, &topic):
		return api.Refusal{Status: http.StatusUnprocessableEntity, Detail: err.Error()}
	}
	return err
}
