// Package logrecovery keeps the embedded broker's log whole: it repairs the files after a kill.
//
// After a kill the broker's own loading is not enough, for three reasons found by reading it. A batch and its index entry
// are two writes: a kill between them leaves a batch without one, which is then taken for committed, and shifts every
// later entry by one. A partition's snapshot of the last clean stop is trusted when the sizes fit, although it may tell of
// a transaction that was open then and never will be ended. And unfinished transactions are taken for aborted, but not
// marked so.
package logrecovery

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/sibyl-project/sibyl/deploy/embedded/durable"
)

// OpenTransaction is one that was open on a partition when the broker was killed.
type OpenTransaction struct {
	Topic     string
	Partition int32
	Producer  int64
	Epoch     int16
}

// IndexEntryBytes is the size of the broker's index entry for a batch. TestIndexEntrySize holds it against the broker.
const IndexEntryBytes = 15

// Bits of a batch's attributes.
const (
	transactionalBatch = 0x10
	controlBatch       = 0x20
)

// Repair removes the first two causes and lists the transactions that are to be marked.
func Repair(records string) ([]OpenTransaction, error) {
	// Both files are of a clean stop that is no longer the last word: sequence windows that lag behind the log would
	// refuse a producer's next batch, and sessions would bring ended transactions back.
	for _, stale := range []string{"session_state.json", "seq_windows.json"} {
		if err := durable.Remove(filepath.Join(records, stale)); err != nil {
			return nil, err
		}
	}
	folders, err := os.ReadDir(partitionsDir(records))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the log: %w", err)
	}
	var torn []OpenTransaction
	for _, folder := range folders {
		found, err := repairPartition(filepath.Join(partitionsDir(records), folder.Name()))
		if err != nil {
			return nil, fmt.Errorf("repairing partition %s: %w", folder.Name(), err)
		}
		torn = append(torn, found...)
	}
	return torn, nil
}

func partitionsDir(records string) string { return filepath.Join(records, "partitions") }

// repairPartition makes one partition's files agree and finds its open transactions.
func repairPartition(folder string) ([]OpenTransaction, error) {
	topic, partition, err := partitionOf(filepath.Base(folder))
	if err != nil {
		return nil, err
	}
	if err := durable.Remove(filepath.Join(folder, "snapshot.json")); err != nil {
		return nil, err
	}
	bases, err := segmentsOf(folder)
	if err != nil {
		return nil, err
	}
	open := map[int64]int16{} // producer -> epoch
	for _, base := range bases {
		batches, err := repairSegment(filepath.Join(folder, strconv.FormatInt(base, 10)))
		if err != nil {
			return nil, err
		}
		for _, b := range batches {
			switch {
			case b.attributes&controlBatch != 0:
				delete(open, b.producer)
			case b.attributes&transactionalBatch != 0:
				open[b.producer] = b.epoch
			}
		}
	}
	var torn []OpenTransaction
	for producer, epoch := range open {
		torn = append(torn, OpenTransaction{Topic: topic, Partition: partition, Producer: producer, Epoch: epoch})
	}
	slices.SortFunc(torn, func(a, b OpenTransaction) int { return int(a.Producer - b.Producer) })
	return torn, nil
}

// partitionOf reads "<escaped topic>-<number>".
func partitionOf(name string) (string, int32, error) {
	i := strings.LastIndexByte(name, '-')
	if i < 0 {
		return "", 0, fmt.Errorf("%q does not name a partition", name)
	}
	topic, err := url.PathUnescape(name[:i])
	if err != nil {
		return "", 0, fmt.Errorf("%q does not name a partition: %w", name, err)
	}
	number, err := strconv.ParseInt(name[i+1:], 10, 32)
	if err != nil {
		return "", 0, fmt.Errorf("%q does not name a partition: %w", name, err)
	}
	return topic, int32(number), nil
}

// segmentsOf lists a partition's segments by their first offset.
func segmentsOf(folder string) ([]int64, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("reading segments: %w", err)
	}
	var bases []int64
	for _, file := range files {
		name, isData := strings.CutSuffix(file.Name(), ".dat")
		if base, err := strconv.ParseInt(name, 10, 64); isData && err == nil {
			bases = append(bases, base)
		}
	}
	slices.Sort(bases)
	return bases, nil
}

// batchHead is what repair needs to know of a batch.
type batchHead struct {
	attributes int16
	producer   int64
	epoch      int16
	end        int64 // position behind it in the file
}

// repairSegment truncates a segment and its index to the batches that both have. Only the last write can have been cut
// short, and it was not acknowledged, so nothing is lost that a client relies on.
func repairSegment(path string) ([]batchHead, error) {
	data, err := os.ReadFile(path + ".dat")
	if err != nil {
		return nil, fmt.Errorf("reading a segment: %w", err)
	}
	batches := ReadBatches(data)
	index, err := os.Stat(path + ".idx")
	var entries int64
	if err == nil {
		entries = index.Size() / IndexEntryBytes
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("reading an index: %w", err)
	}
	batches = batches[:min(int64(len(batches)), entries)]
	var end int64
	if len(batches) > 0 {
		end = batches[len(batches)-1].end
	}
	if int64(len(data)) != end {
		if err := os.Truncate(path+".dat", end); err != nil {
			return nil, fmt.Errorf("cutting off an unfinished batch: %w", err)
		}
	}
	if index != nil && index.Size() != int64(len(batches))*IndexEntryBytes {
		if err := os.Truncate(path+".idx", int64(len(batches))*IndexEntryBytes); err != nil {
			return nil, fmt.Errorf("cutting off an unfinished index entry: %w", err)
		}
	}
	return batches, nil
}

// ReadBatches reads the whole batches at the beginning of a segment, which is the wire format of Kafka.
func ReadBatches(data []byte) []batchHead {
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	var batches []batchHead
	for pos := int64(0); ; {
		rest := data[pos:]
		if len(rest) < 12 {
			return batches
		}
		size := int64(binary.BigEndian.Uint32(rest[8:])) + 12
		if size < 21 || size > int64(len(rest)) {
			return batches
		}
		raw := rest[:size]
		if crc32.Checksum(raw[21:], castagnoli) != binary.BigEndian.Uint32(raw[17:]) {
			return batches
		}
		var batch kmsg.RecordBatch
		if err := batch.ReadFrom(raw); err != nil {
			return batches
		}
		pos += size
		batches = append(batches, batchHead{attributes: batch.Attributes, producer: batch.ProducerID, epoch: batch.ProducerEpoch, end: pos})
	}
}
