// Package inflate measures, without keeping it, what the streams of a PDF unpack to. A few kilobytes can
// unpack to gigabytes; whoever opens such a file with a limit of memory alone dies of it, and one with a
// limit of time alone works for a minute before he knows.
//
// The measure is taken from the file's bytes, not from its cross references, which may lie. Pictures are
// left out: printers pack them at honest ratios that look like bombs, they are unpacked only when a page is
// read, and the limits of memory and time hold them. The streams of an encrypted file cannot be measured
// before it is opened; the same limits hold those.
//
// Size is a pure function and safe for concurrent use. Its work is bounded by its limit and by a small
// multiple of the file's length, whatever the file says.
package inflate
