package brokenpdf

import (
	"bytes"
	"crypto/md5" // the format asks for it
	"crypto/rc4"
	"fmt"
)

// padding is the format's own, for passwords that are short.
var padding = []byte("\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A")

// encryptedBomb has an empty user password, so that everyone can open it, and streams whose size nobody can
// know before he has: very many spaces under 40 bits of RC4.
func encryptedBomb() []byte {
	id := []byte("0123456789abcdef")
	crypt := func(key, data []byte) []byte {
		out := make([]byte, len(data))
		c, err := rc4.NewCipher(key)
		if err != nil { // no key here is too short or too long
			panic(err)
		}
		c.XORKeyStream(out, data)
		return out
	}
	owner := md5.Sum(padding)
	o := crypt(owner[:5], padding)
	sum := md5.Sum(bytes.Join([][]byte{padding, o, {0xfc, 0xff, 0xff, 0xff}, id}, nil))
	key := sum[:5]
	u := crypt(key, padding)

	b := NewBook()
	n := b.next
	own := md5.Sum(append(bytes.Clone(key), byte(n), byte(n>>8), byte(n>>16), 0, 0))
	content := b.Stream("/Filter /FlateDecode", crypt(own[:10], repeated(" ", large)))
	b.Page(content, "")
	lock := b.Add("<< /Filter /Standard /V 1 /R 2 /O <%x> /U <%x> /P -4 >>", o, u)
	b.Trailer = fmt.Sprintf("/Encrypt %d 0 R /ID [<%x> <%x>]", lock, id, id)
	return b.Bytes()
}
