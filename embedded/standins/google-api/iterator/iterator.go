// Package iterator has the error that ends an iterator.
package iterator

import "errors"

// Done is the error of an iterator that has no more elements.
var Done = errors.New("no more elements")
