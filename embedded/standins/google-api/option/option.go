// Package option configures clients, of which there are none.
package option

import "golang.org/x/oauth2"

// ClientOption configures a client.
type ClientOption struct{}

// WithTokenSource would give a client its credentials.
func WithTokenSource(oauth2.TokenSource) ClientOption { return ClientOption{} }
