package main

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// change is what a patch does to one file.
type change struct {
	path  string
	hunks []hunk
}

// hunk is a run of lines and what takes their place. Both hold the lines around the change, which say where it is.
type hunk struct {
	old, new []string
}

// parseDiff reads a unified diff of files that exist and go on to exist. Line numbers are not looked at: the lines
// around a change say where it is.
func parseDiff(text string) ([]change, error) {
	var out []change
	var h *hunk
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case strings.HasPrefix(line, "--- "):
			if i+1 == len(lines) || !strings.HasPrefix(lines[i+1], "+++ ") {
				return nil, fmt.Errorf("%q is not followed by the new file's name", line)
			}
			from, to := fileOf(line[4:], "a/"), fileOf(lines[i+1][4:], "b/")
			if from != to || !localPath(from) {
				return nil, fmt.Errorf("it makes %q of %q: a mutant changes a file of the module in its place", to, from)
			}
			out, h = append(out, change{path: from}), nil
			i++
		case len(out) == 0:
			return nil, fmt.Errorf("%q stands before the first file's name", line)
		case strings.HasPrefix(line, "@@ "):
			last := &out[len(out)-1]
			last.hunks = append(last.hunks, hunk{})
			h = &last.hunks[len(last.hunks)-1]
		case h == nil:
			return nil, fmt.Errorf("%q stands in no hunk", line)
		case line == "" || line[0] == ' ':
			kept := strings.TrimPrefix(line, " ")
			h.old, h.new = append(h.old, kept), append(h.new, kept)
		case line[0] == '-':
			h.old = append(h.old, line[1:])
		case line[0] == '+':
			h.new = append(h.new, line[1:])
		default:
			return nil, fmt.Errorf("%q is no line of a diff", line)
		}
	}
	for _, c := range out {
		if len(c.hunks) == 0 {
			return nil, fmt.Errorf("it changes nothing in %s", c.path)
		}
	}
	return out, nil
}

func fileOf(name, side string) string {
	name, _, _ = strings.Cut(name, "\t")
	return strings.TrimPrefix(name, side)
}

func localPath(p string) bool {
	return p != "" && !path.IsAbs(p) && path.Clean(p) == p && !strings.HasPrefix(p, "..")
}

var (
	errGone      = errors.New("the lines that it changes are not there any more")
	errSeveral   = errors.New("the lines that it changes are there more than once")
	errNoContext = errors.New("a hunk says nothing about where it is")
)

// apply makes the changes. It refuses where the lines, with those around them, are not to be found exactly once:
// a mutant that is no longer what it was meant to be would prove nothing.
func (c change) apply(text string) (string, error) {
	for _, h := range c.hunks {
		if len(h.old) == 0 {
			return "", errNoContext
		}
		whole, was := "\n"+text, block(h.old)
		at := strings.Index(whole, was)
		if at < 0 {
			return "", fmt.Errorf("%w:%s", errGone, was)
		}
		if strings.Contains(whole[at+1:], was) {
			return "", fmt.Errorf("%w:%s", errSeveral, was)
		}
		text = (whole[:at] + block(h.new) + whole[at+len(was):])[1:]
	}
	return text, nil
}

// block is lines with a line feed before and behind them, so that only whole lines are found.
func block(lines []string) string {
	out := "\n"
	for _, l := range lines {
		out += l + "\n"
	}
	return out
}
