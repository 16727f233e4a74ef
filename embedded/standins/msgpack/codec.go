// Package codec refuses MessagePack. It has what Gin names.
package codec

import (
	"errors"
	"io"
)

var errLeftOut = errors.New("MessagePack is not built in")

// MsgpackHandle configures a format.
type MsgpackHandle struct{}

// Decoder reads nothing.
type Decoder struct{}

// NewDecoder returns a decoder that only returns errors.
func NewDecoder(io.Reader, *MsgpackHandle) *Decoder { return &Decoder{} }

// Decode always returns an error.
func (*Decoder) Decode(any) error { return errLeftOut }

// Encoder writes nothing.
type Encoder struct{}

// NewEncoder returns an encoder that only returns errors.
func NewEncoder(io.Writer, *MsgpackHandle) *Encoder { return &Encoder{} }

// Encode always returns an error.
func (*Encoder) Encode(any) error { return errLeftOut }
