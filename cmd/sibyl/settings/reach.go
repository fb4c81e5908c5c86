package settings

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// Reach asks a broker to answer and says in words whether it did.
func Reach(ctx context.Context, brokers []string) string {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	cl, err := kgo.NewClient(KafkaOptions(brokers)...)
	if err != nil {
		return err.Error()
	}
	defer cl.Close()
	if err := cl.Ping(ctx); err != nil {
		return "does not answer: " + err.Error()
	}
	return "answers"
}
