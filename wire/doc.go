// Package wire has the JSON that both doors for machines speak, REST and the tool server: what they read of a call, and
// the shapes in which they answer.
//
// Start with [Input], whose methods read the requests (requests.go), and [Interview], the largest of the shapes.
// fields.go reads JSON without decoding what nobody asks for. What only one of the doors answers is there.
package wire
