package crash

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// InHand is an event that was in flight, that is, being handled, when its process ended.
type InHand struct {
	Processor string
	Topic     string
	Partition int32
	Offset    int64
	Type      string
	Run       string
	Subject   string
	Alone     bool // it was handled alone, after an unclean end that it may have caused

	carried bool // from a process before the last
}

// InFlight is a memory-mapped file with the events that handlers are working on at this moment. What a process has
// written to a mapping belongs to the kernel, so it survives any end of the process: a fatal error, an exit, a kill.
// Recording an event costs a copy of a few hundred bytes, no system call and no request.
//
// A slot holds a length and then the fields of an event, each terminated by a zero byte. The length is written last and
// cleared first, so a slot is never read half-written. Slots of a previous process stay until the partition's committed
// offset has passed their events: a second crash, caused by something else, does not erase them.
type InFlight struct {
	file    *os.File
	data    []byte
	free    chan int
	prior   map[inFlightKey]prior // what a previous process had in flight
	Existed bool                  // a previous process had written the file
}

// prior is a slot of a previous process.
type prior struct {
	slot  int
	alone bool // its event was being handled alone when the process ended
}

// inFlightKey identifies an event by its position and the processor that read it.
type inFlightKey struct {
	processor, topic string
	partition        int32
	offset           int64
}

const (
	inflightSlots = 512
	inflightSlot  = 512 // bytes
	inflightMagic = "sibyl in-flight 1\n"
	NoSlot        = -1
	alone         = "alone"
	carried       = "carried"
)

// OpenInFlight maps the file, creating it if necessary. It stays locked until the process ends: a previous process that
// is still ending must not write to what this one reads.
func OpenInFlight(path string) (*InFlight, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of the in-flight file: %w", err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the in-flight file: %w", err)
	}
	const size = (1 + inflightSlots) * inflightSlot
	data, err := mapFile(f, size)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("mapping the in-flight file %s: %w", path, err), f.Close())
	}
	in := &InFlight{file: f, data: data, free: make(chan int, inflightSlots), prior: map[inFlightKey]prior{}}
	in.Existed = bytes.HasPrefix(data, []byte(inflightMagic))
	if !in.Existed {
		clear(data) // not ours, or new
		copy(data, inflightMagic)
	}
	for i := range inflightSlots {
		if e, ok := in.read(i); ok {
			in.prior[inFlightKey{e.Processor, e.Topic, e.Partition, e.Offset}] = prior{i, e.Alone}
			in.carry(i)
		} else {
			in.free <- i
		}
	}
	return in, nil
}

// Close ends the mapping; the file stays for the next process.
func (in *InFlight) Close() error { return errors.Join(unmapFile(in.data), in.file.Close()) }

func (in *InFlight) slot(i int) []byte {
	at := (1 + i) * inflightSlot
	return in.data[at : at+inflightSlot : at+inflightSlot]
}

// length is the first word of a slot, which is read and written atomically.
func (in *InFlight) length(i int) *uint32 { return (*uint32)(unsafe.Pointer(&in.slot(i)[0])) }

// Begin records an event until end is called with the returned slot. When all slots are in use the event is not
// recorded.
func (in *InFlight) Begin(e InHand) int {
	var i int
	select {
	case i = <-in.free:
	default:
		return NoSlot
	}
	b := in.slot(i)[4:4]
	field := func(s string) {
		const most = 90 // ids and paths are shorter; anything longer is truncated
		b = append(append(b, s[:min(len(s), most)]...), 0)
	}
	field(e.Processor)
	field(e.Topic)
	b = append(strconv.AppendInt(b, int64(e.Partition), 10), 0)
	b = append(strconv.AppendInt(b, e.Offset, 10), 0)
	field(e.Type)
	field(e.Run)
	field(e.Subject)
	if e.Alone {
		field(alone)
	} else {
		field("")
	}
	atomic.StoreUint32(in.length(i), uint32(len(b)))
	return i
}

// End frees a slot.
func (in *InFlight) End(i int) {
	if i == NoSlot {
		return
	}
	atomic.StoreUint32(in.length(i), 0)
	in.free <- i
}

// read decodes a slot; ok is false if it is free or invalid.
func (in *InFlight) read(i int) (e InHand, ok bool) {
	b := in.slot(i)
	n := binary.NativeEndian.Uint32(b)
	if n == 0 || int(n) > len(b)-4 {
		return InHand{}, false
	}
	parts := bytes.Split(b[4:4+n], []byte{0})
	if len(parts) != 9 {
		return InHand{}, false
	}
	partition, err := strconv.ParseInt(string(parts[2]), 10, 32)
	offset, err2 := strconv.ParseInt(string(parts[3]), 10, 64)
	if err != nil || err2 != nil {
		return InHand{}, false
	}
	return InHand{
		Processor: string(parts[0]), Topic: string(parts[1]), Partition: int32(partition), Offset: offset,
		Type: string(parts[4]), Run: string(parts[5]), Subject: string(parts[6]), Alone: string(parts[7]) == alone,
		carried: string(parts[7]) == carried,
	}, true
}

// carry marks a slot as that of an earlier process. The mark replaces another one or an empty field, so it may change
// the length of the slot.
func (in *InFlight) carry(i int) {
	b := in.slot(i)
	n := int(binary.NativeEndian.Uint32(b))
	fields := bytes.Split(b[4:4+n], []byte{0})
	fields[7] = []byte(carried)
	text := bytes.Join(fields, []byte{0})
	if len(text) <= len(b)-4 {
		copy(b[4:], text)
		atomic.StoreUint32(in.length(i), uint32(len(text)))
	}
}

// Of returns the offsets of a partition, from an offset on, that a previous process had in flight for a processor, and
// whether each was handled alone. Slots of smaller offsets are freed: their events are committed.
func (in *InFlight) Of(processor, topic string, partition int32, from int64) map[int64]bool {
	out := map[int64]bool{}
	for p, was := range in.prior {
		switch {
		case p.processor != processor || p.topic != topic || p.partition != partition:
		case p.offset < from:
			delete(in.prior, p)
			in.End(was.slot)
		default:
			out[p.offset] = was.alone
		}
	}
	return out
}

// Forget frees the slot of an event that a previous process had in flight for a processor, if it had.
func (in *InFlight) Forget(processor, topic string, partition int32, offset int64) {
	at := inFlightKey{processor, topic, partition, offset}
	if was, there := in.prior[at]; there {
		delete(in.prior, at)
		in.End(was.slot)
	}
}

// ReadInFlight lists the events that were in flight when a process ended, for telling people about it; the process must
// not run any more. It returns nothing for a file that does not exist.
func ReadInFlight(path string) ([]InHand, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the in-flight file: %w", err)
	}
	if !bytes.HasPrefix(data, []byte(inflightMagic)) || len(data) < (1+inflightSlots)*inflightSlot {
		return nil, nil
	}
	in := &InFlight{data: data}
	var out []InHand
	for i := range inflightSlots {
		if e, ok := in.read(i); ok && !e.carried {
			out = append(out, e)
		}
	}
	return out, nil
}

// mapFile locks a file, brings it to a size and maps it. The lock is the process's, and waits for a former owner
// that is just ending.
func mapFile(f *os.File, size int) ([]byte, error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return nil, os.NewSyscallError("flock", err)
		}
		break
	}
	if err := f.Truncate(int64(size)); err != nil {
		return nil, err
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	return data, os.NewSyscallError("mmap", err)
}

func unmapFile(data []byte) error { return os.NewSyscallError("munmap", syscall.Munmap(data)) }
