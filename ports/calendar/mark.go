package calendar

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// mark is the content of a [Busy.Token] of a driver: a window, a hash of its blocks, and the provider's own token.
type mark struct {
	Version int    `json:"v"`
	From    int64  `json:"from"` // Unix seconds
	To      int64  `json:"to"`
	Hash    string `json:"hash"` // of the blocks
	Sync    string `json:"sync,omitempty"`
}

const (
	markVersion = 1
	maxToken    = 4096 // bytes of a token; no driver makes longer ones
)

// readMark decodes a token. It returns the zero mark for anything that is not a complete mark of this version.
func readMark(token string) mark {
	var m mark
	d := json.NewDecoder(strings.NewReader(token))
	d.DisallowUnknownFields()
	if len(token) > maxToken || d.Decode(&m) != nil || d.More() || m.Version != markVersion {
		return mark{}
	}
	return m
}

// String encodes the mark as a token.
func (m mark) String() string {
	m.Version = markVersion
	b, _ := json.Marshal(m) // cannot fail
	return string(b)
}

// holds reports whether the window lies within the window of the mark.
func (m mark) holds(from, to time.Time) bool {
	return m.Version == markVersion && m.From <= from.Unix() && to.Unix() <= m.To
}

// answer returns the blocks that were read between from and to, or Unchanged if m has the same. sync is the provider's
// token, or "".
func (m mark) answer(from, to time.Time, blocks []Block, sync string) Busy {
	next := mark{From: from.Unix(), To: to.Unix(), Hash: hashOf(blocks), Sync: sync}
	if m.Version == markVersion && m.From == next.From && m.To == next.To && m.Hash == next.Hash {
		return Busy{Unchanged: true, Token: next.String()}
	}
	return Busy{Blocks: blocks, Token: next.String()}
}

// hashOf returns a hash of the blocks that does not depend on their order. Without answers it is as it was before they
// were read.
func hashOf(blocks []Block) string {
	sorted := slices.SortedFunc(slices.Values(blocks), func(a, b Block) int {
		return cmp.Or(a.From.Compare(b.From), a.To.Compare(b.To), cmp.Compare(a.UID, b.UID),
			cmp.Compare(a.Response, b.Response))
	})
	var all bytes.Buffer
	for _, k := range sorted {
		_ = binary.Write(&all, binary.BigEndian, []int64{k.From.UnixNano(), k.To.UnixNano(), int64(len(k.UID))})
		all.WriteString(k.UID + k.Response)
	}
	sum := sha256.Sum256(all.Bytes())
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// overlapping returns the blocks that overlap the window.
func overlapping(blocks []Block, from, to time.Time) []Block {
	return slices.DeleteFunc(blocks, func(k Block) bool {
		return !k.From.Before(k.To) || !k.From.Before(to) || !from.Before(k.To)
	})
}

// wholeDays returns the days from one date (2006-01-02) until before another, in a zone.
func wholeDays(from, to string, z zone) (Block, error) {
	a, err := time.Parse(time.DateOnly, from)
	if err != nil {
		return Block{}, err
	}
	b, err := time.Parse(time.DateOnly, to)
	return Block{From: inZone(a, z), To: inZone(b, z)}, err
}

// inZone returns the instant at which clocks in the zone show what t shows in UTC.
func inZone(t time.Time, z zone) time.Time {
	return time.Unix(z.instant(t.Unix()), int64(t.Nanosecond())).UTC()
}
