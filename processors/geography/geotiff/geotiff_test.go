package geotiff

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

// served is a file that lies elsewhere, with what was fetched of it.
func served(data []byte, fetched *int) Fetch {
	return func(_ context.Context, from, n int64) ([]byte, error) {
		if from < 0 || n < 0 {
			return nil, errors.New("no such range")
		}
		if from >= int64(len(data)) {
			return nil, nil
		}
		part := data[from:min(from+n, int64(len(data)))]
		if fetched != nil {
			*fetched += len(part)
		}
		return part, nil
	}
}

func load(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestPixelsAreThoseThatWereWritten reads files that another program has written, of pixels that a formula gives.
func TestPixelsAreThoseThatWereWritten(t *testing.T) {
	for name, most := range map[string]int{"deflate.tif": 65535, "lzw.tif": 65535, "plain.tif": 255, "predicted.tif": 255} {
		t.Run(name, func(t *testing.T) {
			f, err := Open(t.Context(), served(load(t, name), nil))
			if err != nil {
				t.Fatal(err)
			}
			if f.EPSG != 32632 || f.Left != 600000 || f.Top != 5200000 || len(f.Levels) != 3 {
				t.Fatalf("%+v", f)
			}
			for level, step := range []int{1, 2, 4} {
				l := f.Levels[level]
				if l.Width != 100/step || l.Height != 80/step || l.Size != float64(10*step) {
					t.Errorf("level %d: %+v", level, l)
				}
				w, err := f.Read(t.Context(), level, 600105, 5199395, 600755, 5199795)
				if err != nil {
					t.Fatal(err)
				}
				if level == 0 && (w.X != 10 || w.Y != 20 || w.Width != 65 || w.Height != 40) {
					t.Fatalf("window %d,%d %dx%d", w.X, w.Y, w.Width, w.Height)
				}
				for i, got := range w.Pixels {
					x, y := w.X+i%w.Width, w.Y+i/w.Width
					if want := (x*step*7 + y*step*13) % 60000 % most; int(got) != want {
						t.Fatalf("level %d: pixel %d,%d is %d, not %d", level, x, y, got, want)
					}
				}
			}
		})
	}
}

// TestWindows: a pixel belongs to a window if its middle does, and nothing lies beyond the edge.
func TestWindows(t *testing.T) {
	f, err := Open(t.Context(), served(load(t, "deflate.tif"), nil))
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		left, bottom, right, top float64
		x, y, width, height      int
	}{
		"one pixel":         {600000, 5199990, 600010, 5200000, 0, 0, 1, 1},
		"less than a half":  {600006, 5199990, 600014, 5200000, 1, 0, 0, 1},
		"the whole image":   {600000, 5199200, 601000, 5200000, 0, 0, 100, 80},
		"beyond the edges":  {0, 0, 9e9, 9e9, 0, 0, 100, 80},
		"beside it":         {500000, 5199200, 510000, 5200000, 0, 0, 0, 80},
		"the wrong way":     {600500, 5199500, 600400, 5199600, 50, 40, -10, 10},
		"over tile borders": {600310, 5199670, 600330, 5199690, 31, 31, 2, 2},
	} {
		t.Run(name, func(t *testing.T) {
			w, err := f.Read(t.Context(), 0, tc.left, tc.bottom, tc.right, tc.top)
			if err != nil || w.X != tc.x || w.Y != tc.y || w.Width != tc.width || w.Height != tc.height {
				t.Errorf("%v: %d,%d %dx%d", err, w.X, w.Y, w.Width, w.Height)
			}
			if n := max(w.Width, 0) * max(w.Height, 0); len(w.Pixels) != n {
				t.Errorf("%d pixels of %d", len(w.Pixels), n)
			}
		})
	}
	if f.Fitting(1000, 800, 100) != 0 || f.Fitting(1000, 800, 99) != 1 || f.Fitting(1000, 800, 1) != 2 {
		t.Error("the wrong level fits")
	}
	if f.At(10) != 0 || f.At(19) != 1 || f.At(21) != 1 || f.At(1000) != 2 || f.At(1) != 0 {
		t.Error("the wrong level is closest")
	}
}

func TestWhatIsNotReadIsRefused(t *testing.T) {
	cut := load(t, "deflate.tif")
	damaged := bytes.Clone(cut)
	f, err := Open(t.Context(), served(cut, nil))
	if err != nil {
		t.Fatal(err)
	}
	first := f.Levels[0].offsets[0]
	for i := range 8 {
		damaged[int(first)+i] ^= 0x5a
	}
	loop := bytes.Clone(cut)
	at := binary.LittleEndian.Uint32(loop[4:])
	n := binary.LittleEndian.Uint16(loop[at:])
	binary.LittleEndian.PutUint32(loop[int(at)+2+int(n)*12:], at) // its next directory is itself
	for name, data := range map[string][]byte{
		"nothing": nil, "no TIFF": []byte("<html>not found, and a little more</html>"), "floats": load(t, "float.tif"),
		"strips": load(t, "strips.tif"), "no place": load(t, "nowhere.tif"), "cut off": cut[:int(first)-1], "round and round": loop,
	} {
		t.Run(name, func(t *testing.T) {
			if f, err := Open(t.Context(), served(data, nil)); !errors.Is(err, ErrUnsupported) {
				if err != nil {
					t.Fatalf("%v", err)
				}
				if _, err = f.Read(t.Context(), 0, 600000, 5199200, 601000, 5200000); !errors.Is(err, ErrUnsupported) {
					t.Errorf("%v", err)
				}
			}
		})
	}
	t.Run("a damaged tile", func(t *testing.T) {
		f, err := Open(t.Context(), served(damaged, nil))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Read(t.Context(), 0, 600000, 5199200, 601000, 5200000); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%v", err)
		}
	})
}

// TestNoFileReadsMoreThanItMay: whatever bytes come, reading ends, with pixels or with a refusal.
func TestNoFileReadsMoreThanItMay(t *testing.T) {
	whole := load(t, "deflate.tif")
	rapid.Check(t, func(t *rapid.T) {
		data := bytes.Clone(whole)
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			data[rapid.IntRange(0, len(data)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "to")
		}
		attempt(data)
	})
}

func FuzzOpen(f *testing.F) {
	for _, name := range []string{"deflate.tif", "lzw.tif", "plain.tif"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(_ *testing.T, data []byte) { attempt(data) })
}

func attempt(data []byte) {
	f, err := Open(context.Background(), served(data, nil))
	if err != nil {
		return
	}
	for i, l := range f.Levels {
		_, _ = f.Read(context.Background(), i, f.Left, f.Top-300*l.Size, f.Left+300*l.Size, f.Top) // any end but a crash
	}
}
