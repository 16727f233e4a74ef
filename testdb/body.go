package testdb

import (
	"io"
	"sync/atomic"
)

// Watched is a body of a request that counts its reads. If Open is not nil a read waits until Open is closed.
type Watched struct {
	From  io.Reader
	Open  <-chan struct{}
	Reads atomic.Int32
}

// Read implements [io.Reader].
func (b *Watched) Read(p []byte) (int, error) {
	b.Reads.Add(1)
	if b.Open != nil {
		<-b.Open
	}
	return b.From.Read(p)
}
