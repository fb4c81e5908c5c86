package changelog

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/sibyl-project/sibyl/events"
)

// Snapshots are local files of what partitions of a state topic held at an orderly end. The topic stays the truth: a start
// takes a snapshot and reads from the topic what came after it, instead of all that was ever written. Without them a
// restart takes as long as the topic is large: what keys have absorbed is never superseded, so compaction does not remove it.
//
// A snapshot is taken only for what its topic still says. Restore begins at the last record that the snapshot knows of, and
// that record must stand there unchanged; after a log that was cut short or another broker's it does not.
type Snapshots struct {
	Dir   string // "" for none
	Topic events.Topic
}

const (
	snapshotMagic = "sibyl state 1\n"

	// Kept is how long a snapshot may stand in for the topic: less than the week for which a tombstone stays there. An
	// older one might hold a key whose tombstone is gone.
	Kept = 6 * 24 * time.Hour

	// A snapshot is written anew once so many bytes would have to be read from the topic beside it, and at least that share of
	// what it holds: what writing costs is in proportion to what came in.
	worthSaving = 16 << 10
	worthShare  = 8

	maxSnapshot  = 1 << 30 // bytes
	checksumSize = crc32.Size
)

var (
	errNoSnapshot = errors.New("it is not a snapshot of this version")
	errStale      = errors.New("the snapshot is not of what the topic holds")

	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// anchor is the last record of the state topic that a partition has applied.
type anchor struct {
	offset int64 // -1 if there is none
	sum    uint32
}

func anchorAt(r *kgo.Record) anchor {
	return anchor{r.Offset, crc32.Update(crc32.Checksum(r.Key, castagnoli), castagnoli, r.Value)}
}

// Applied notes a record of the state topic that the partition now holds what it says of.
func (p *Partition) Applied(r *kgo.Record) {
	p.unsaved += len(r.Key) + len(r.Value)
	if r.Offset > p.last.offset {
		p.last = anchorAt(r)
	}
}

func (s Snapshots) path(partition int32) string {
	return filepath.Join(s.Dir, string(s.Topic)+"-"+strconv.Itoa(int(partition))+".snapshot")
}

// Load fills an empty partition, if there is a snapshot of it that is not too old.
func (s Snapshots) Load(p *Partition, now time.Time) error {
	if s.Dir == "" {
		return nil
	}
	data, err := mapped(s.path(p.number))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		if err = p.decode(data, now); err == nil {
			err = syscall.Madvise(data, syscall.MADV_DONTNEED) // looking for what it holds has read all of it
		} else {
			err = errors.Join(err, syscall.Munmap(data))
		}
	}
	if err != nil {
		return fmt.Errorf("reading the snapshot of %s/%d: %w", s.Topic, p.number, err)
	}
	return nil
}

// mapped is a file as memory: the states of runs that ended long ago take none, and are read when they are asked for. States are
// parts of it, so it stays mapped as long as the process lives; a new snapshot is a new file.
func mapped(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if n := info.Size(); n < int64(len(snapshotMagic)) || n > maxSnapshot {
		return nil, fmt.Errorf("it has %d bytes", n)
	}
	return syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}

// Save writes what the partition holds, if that is worth while. The file is not forced to disk: one that a power cut has left
// in pieces is found out by its checksum.
func (s Snapshots) Save(p *Partition, now time.Time) error {
	if s.Dir == "" || p.last.offset < 0 || p.unsaved < max(worthSaving, p.saved/worthShare) {
		return nil
	}
	data, err := p.encode(now)
	if err == nil {
		err = os.MkdirAll(s.Dir, 0o700)
	}
	path := s.path(p.number)
	if err == nil {
		err = os.WriteFile(path+".new", data, 0o600)
	}
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return fmt.Errorf("writing a snapshot of %s/%d: %w", s.Topic, p.number, err)
	}
	p.saved, p.unsaved = len(data), 0
	return nil
}

// encode lays out a snapshot: when, up to where, the keys with state and wake, the events absorbed, and a checksum of it all.
func (p *Partition) encode(now time.Time) ([]byte, error) {
	b := make([]byte, 0, p.saved+p.unsaved+len(snapshotMagic))
	b = append(b, snapshotMagic...)
	b = binary.AppendVarint(b, now.UnixMilli())
	b = binary.AppendUvarint(b, uint64(p.number))
	b = binary.AppendVarint(b, p.last.offset)
	b = binary.AppendUvarint(b, uint64(p.last.sum))
	b = binary.AppendVarint(b, p.Next)
	b = binary.AppendUvarint(b, uint64(len(p.keys)))
	for k, h := range p.keys {
		var wake []byte
		if h.Wake != nil {
			var err error
			if wake, err = json.Marshal(h.Wake); err != nil {
				return nil, fmt.Errorf("encoding the wake of %s: %w", k.Key, err)
			}
		}
		b = appendText(appendText(b, k.Run), k.Key)
		b = appendText(appendText(b, h.Data), wake)
	}
	b = binary.AppendUvarint(b, uint64(len(p.seen)))
	for f, at := range p.seen {
		b = append(b, f[:]...)
		b = binary.AppendUvarint(b, uint64(at.offset))
		b = binary.AppendUvarint(b, uint64(at.pages))
	}
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)), nil
}

// decode is the inverse of encode. The states are parts of data.
func (p *Partition) decode(data []byte, now time.Time) error {
	body, ok := bytes.CutPrefix(data, []byte(snapshotMagic))
	if !ok || len(body) < checksumSize {
		return errNoSnapshot
	}
	end := len(data) - checksumSize
	if crc32.Checksum(data[:end], castagnoli) != binary.BigEndian.Uint32(data[end:]) {
		return errors.New("its checksum is wrong")
	}
	rd := reader{rest: body[:len(body)-checksumSize]}
	if age := now.Sub(time.UnixMilli(rd.signed())); age < 0 || age > Kept {
		return fmt.Errorf("it is %s old", age.Round(time.Second))
	}
	if n := rd.number(); n != uint64(p.number) {
		return fmt.Errorf("it is of partition %d", n)
	}
	last := anchor{rd.signed(), uint32(rd.number())}
	next := rd.signed()
	keys, seen := map[Key]State{}, map[fingerprint]Place{}
	for n := rd.number(); n > 0 && rd.err == nil; n-- {
		key := Key{Run: rd.text(), Key: rd.text()}
		h := State{Data: rd.bytes()}
		if wake := rd.bytes(); wake != nil {
			h.Wake = &Wake{}
			if err := json.Unmarshal(wake, h.Wake); err != nil {
				return fmt.Errorf("reading the wake of %s: %w", key.Key, err)
			}
		}
		keys[key] = h
	}
	for n := rd.number(); n > 0 && rd.err == nil; n-- {
		var f fingerprint
		copy(f[:], rd.take(uint64(len(f))))
		seen[f] = Place{int64(rd.number()), int32(rd.number())}
	}
	if rd.err == nil && len(rd.rest) > 0 {
		rd.err = errors.New("more follows")
	}
	if rd.err != nil {
		return rd.err
	}
	p.keys, p.seen, p.Next, p.last, p.saved, p.from = keys, seen, next, last, len(data), last
	return nil
}
