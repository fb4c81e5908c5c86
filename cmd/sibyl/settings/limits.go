package settings

import (
	"os"
	"runtime/debug"
)

// Limits bound what handlers may do to their process. A fatal error is contained, but it costs a restart: the
// sooner it comes, the less.
type Limits struct {
	MaxStack    int `env:"SIBYL_MAX_STACK_MB" default:"64" placeholder:"MB" help:"Most stack that one handler may use."`
	MemoryLimit int `env:"SIBYL_MEMORY_LIMIT_MB" default:"180" placeholder:"MB" help:"${memory_limit_help}"`
	MemoryMax   int `env:"SIBYL_MEMORY_MAX_MB" default:"2048" placeholder:"MB" help:"${memory_max_help}"`
}

// Soft sets the limits that the Go runtime keeps, for a process that has little in hand.
func (l Limits) Soft() { l.soft(0) }

func (l Limits) soft(floor uint64) {
	if l.MaxStack > 0 {
		debug.SetMaxStack(l.MaxStack << 20)
	}
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if l.MemoryLimit > 0 && os.Getenv("GOGC") == "" {
		cycle{floor: floor, limit: uint64(l.MemoryLimit) << 20}.keepNear()
	}
	if l.MemoryMax > 0 {
		debug.SetMemoryLimit(int64(l.MemoryMax) << 20 / 4 * 3) // short of the hard limit, whatever it takes
	}
}

// Apply sets all limits of this process. The hard one is the kernel's: what is beyond it ends the process at once, and
// not somebody else's when the machine has none left.
func (l Limits) Apply() error {
	l.soft(uint64(max(0, l.MemoryLimit)) << 20 / 3)
	if l.MemoryMax <= 0 {
		return nil
	}
	return limitMemory(uint64(l.MemoryMax) << 20)
}
