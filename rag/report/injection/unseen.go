package injection

// Unseen reports whether a character shows nothing and parts no words. The soft hyphen is not one: at the
// end of a line it is a hyphen.
func Unseen(r rune) bool {
	switch {
	case r < 0x034f:
		return false
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r >= 0xfe00 && r <= 0xfe0f:
		return true
	case r == 0xfeff, r == 0x034f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0xfffc:
		return true
	}
	return r >= 0xe0000 && r <= 0xe0fff || r >= 0x1d173 && r <= 0x1d17a
}
