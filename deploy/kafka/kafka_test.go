//go:build kafka

package kafka_test

import (
	"context"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/deploy/kafka"
)

// The broker answers those who prove who they are and refuses others; what it has acknowledged is there after
// a kill and a restart.
func TestKafka(t *testing.T) {
	for name, o := range map[string]kafka.Options{"plain": {}, "SASL": {SASL: true}, "TLS": {TLS: true}, "SASL and TLS": {SASL: true, TLS: true}} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			k, err := kafka.Start(ctx, o)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := k.Stop(); err != nil {
					t.Error(err)
				}
			}()
			client := func(opts ...kgo.Opt) *kgo.Client {
				cl, err := kgo.NewClient(opts...)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(cl.Close)
				return cl
			}
			if o.SASL || o.TLS {
				stranger := client(kgo.SeedBrokers(k.Access().Brokers...), kgo.RequestRetries(2), kgo.RetryTimeout(5*time.Second))
				if err := stranger.Ping(ctx); err == nil {
					t.Error("a client without credentials was answered")
				}
			}
			create(ctx, t, client(k.Client()...), "things")
			if err := client(k.Client()...).ProduceSync(ctx, &kgo.Record{Topic: "things", Value: []byte("kept")}).FirstErr(); err != nil {
				t.Fatal(err)
			}
			k.Kill()
			if err := k.Restart(ctx); err != nil {
				t.Fatal(err)
			}
			f := client(append(k.Client(), kgo.ConsumeTopics("things"))...).PollFetches(ctx)
			if r := f.Records(); f.Err() != nil || len(r) != 1 || string(r[0].Value) != "kept" {
				t.Errorf("after the restart there are %v (%v)", r, f.Err())
			}
		})
	}
}

func create(ctx context.Context, t *testing.T, cl *kgo.Client, topic string) {
	t.Helper()
	req := kmsg.NewPtrCreateTopicsRequest()
	ct := kmsg.NewCreateTopicsRequestTopic()
	ct.Topic, ct.NumPartitions, ct.ReplicationFactor = topic, 1, 1
	req.Topics = append(req.Topics, ct)
	resp, err := req.RequestWith(ctx, cl)
	if err == nil {
		err = kerr.ErrorForCode(resp.Topics[0].ErrorCode)
	}
	if err != nil {
		t.Fatalf("creating %s: %v", topic, err)
	}
}
