package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// appender is a body that writes its own JSON because it is too large for reflection.
type appender interface{ AppendJSON(to []byte) []byte }

// Render returns body as JSON. Nothing is sent until all of it is rendered, so a failure can still become a 500.
func Render(body any) ([]byte, error) {
	if large, ok := body.(appender); ok {
		return append(large.AppendJSON(nil), '\n'), nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return b.Bytes(), nil
}
