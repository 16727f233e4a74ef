// Package http3 refuses to serve HTTP/3. It has what Gin names.
package http3

import (
	"errors"
	"net/http"
)

// ListenAndServeQUIC always returns an error.
func ListenAndServeQUIC(_, _, _ string, _ http.Handler) error {
	return errors.New("HTTP/3 is not built in")
}
