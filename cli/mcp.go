package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Limits of `litmus mcp`: how long an answer may take, which is longer than the service takes for one, how large it may
// be, and how many messages are under way at a time. An organization is served as many side by side.
const (
	mcpTimeout = 45 * time.Second
	mcpAnswer  = 32 << 20
	mcpLine    = 4 << 20
	mcpAtOnce  = 8
)

type mcpCommand struct {
	URL string `name:"url" required:"" placeholder:"URL" help:"Origin of the deployment. LITMUS_KEY has to hold a key of it."`
}

// Run is the tool server over standard input and output, for clients that start a program: a line is a message of
// JSON-RPC, in both directions. It passes every message on to the deployment, which decides; the key comes from the
// environment, because a process's arguments can be read by others. It returns when its input ends.
func (cmd *mcpCommand) Run(a *app) error {
	u, err := url.Parse(cmd.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil ||
		u.RawQuery != "" || u.Fragment != "" {
		return usagef("--url must be an http or https URL, such as https://hire.example.com")
	}
	key, _ := a.getenv(callersKey)
	if key == "" {
		return usagef("LITMUS_KEY must hold an API key of the deployment")
	}
	bridge := &mcpBridge{to: strings.TrimSuffix(strings.TrimRight(cmd.URL, "/"), "/mcp") + "/mcp", key: key,
		out: a.stdout, client: &http.Client{
			Timeout: mcpTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { // the key is for this address only
				return http.ErrUseLastResponse
			},
		}}
	return bridge.run(a.ctx, a.stdin)
}

// mcpBridge passes messages on between two lines of text and a tool server's address.
type mcpBridge struct {
	to, key string
	client  *http.Client

	mu      sync.Mutex
	out     io.Writer
	version string // of the protocol, as the initialization settled it; "" before
}

// mcpMessage is what a bridge reads of a message.
type mcpMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name string `json:"name"`
		URI  string `json:"uri"`
		Meta struct {
			Version string `json:"io.modelcontextprotocol/protocolVersion"`
		} `json:"_meta"`
	} `json:"params"`
	Result struct {
		Version string `json:"protocolVersion"`
	} `json:"result"`
}

// notifies reports whether the message is a notification: it has a method and no id.
func (m mcpMessage) notifies() bool { return m.Method != "" && len(m.ID) == 0 }

// Versions of the protocol from which on a request has its version, and its method and name, in headers.
const (
	mcpVersionHeader = "2025-06-18"
	mcpMethodHeaders = "2026-07-28"
)

// run passes messages on until the input or ctx ends, and waits for the answers that are under way.
func (b *mcpBridge) run(ctx context.Context, in io.Reader) error {
	lines := make(chan []byte)
	var failed error
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, mcpLine)
		for scanner.Scan() {
			if line := bytes.TrimSpace(bytes.Clone(scanner.Bytes())); len(line) > 0 {
				select {
				case lines <- line:
				case <-ctx.Done():
					return
				}
			}
		}
		failed = scanner.Err()
	}()
	var running sync.WaitGroup
	places := make(chan struct{}, mcpAtOnce)
	for {
		select {
		case <-ctx.Done():
			running.Wait()
			return nil
		case line, open := <-lines:
			if !open {
				running.Wait()
				if failed != nil {
					return fmt.Errorf("read a message: %w", failed)
				}
				return nil
			}
			places <- struct{}{}
			running.Go(func() {
				defer func() { <-places }()
				b.pass(ctx, line)
			})
		}
	}
}

// pass sends one message and writes its answer. What cannot be sent is answered with an error of JSON-RPC, if the
// message asks for an answer. A notification asks for none: whatever the deployment says of it, nothing is written,
// since a client takes each line for an answer.
func (b *mcpBridge) pass(ctx context.Context, line []byte) {
	var m mcpMessage
	if err := json.Unmarshal(line, &m); err != nil && !json.Valid(line) {
		b.write(mcpError(nil, -32700, "the line is no JSON"))
		return
	}
	answer, err := b.send(ctx, m, line)
	switch {
	case err != nil && len(m.ID) > 0 && m.Method != "":
		b.write(mcpError(m.ID, -32603, err.Error()))
	case err == nil && len(answer) > 0 && !m.notifies():
		b.settle(m, answer)
		b.write(answer)
	}
}

// settle keeps the version that the answer to an initialization names.
func (b *mcpBridge) settle(m mcpMessage, answer []byte) {
	var got mcpMessage
	if m.Method != "initialize" || json.Unmarshal(answer, &got) != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.version = got.Result.Version
}

// send posts a message and returns the answer in one line, nothing for one that has none.
func (b *mcpBridge) send(ctx context.Context, m mcpMessage, line []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.to, bytes.NewReader(line))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+b.key)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	b.mu.Lock()
	version := b.version
	b.mu.Unlock()
	if m.Params.Meta.Version != "" {
		version = m.Params.Meta.Version
	}
	if version >= mcpVersionHeader {
		r.Header.Set("Mcp-Protocol-Version", version)
	}
	if version >= mcpMethodHeaders {
		r.Header.Set("Mcp-Method", m.Method)
		if name := m.Params.Name + m.Params.URI; name != "" {
			r.Header.Set("Mcp-Name", name)
		}
	}
	response, err := b.client.Do(r)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return nil, fmt.Errorf("%s cannot be reached: %w", b.to, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, mcpAnswer))
	if err != nil {
		return nil, fmt.Errorf("%s did not answer to the end: %w", b.to, err)
	}
	return mcpLineOf(b.to, response, body)
}

// mcpLineOf returns a message of the protocol in one line. Anything else that a server says is an error.
func mcpLineOf(to string, response *http.Response, body []byte) ([]byte, error) {
	var line bytes.Buffer
	var said struct {
		Version string `json:"jsonrpc"`
		Error   any    `json:"error"`
	}
	isJSON := json.Compact(&line, body) == nil && line.Len() > 0
	if isJSON {
		_ = json.Unmarshal(body, &said) // a list of answers has no fields
	}
	switch {
	case len(bytes.TrimSpace(body)) == 0 && response.StatusCode < 300:
		return nil, nil
	case isJSON && (said.Version != "" || line.Bytes()[0] == '['):
		return line.Bytes(), nil
	case said.Error != nil:
		return nil, fmt.Errorf("%s answers %s: %v", to, response.Status, said.Error)
	}
	return nil, fmt.Errorf("%s answers %s, which is no message of the protocol: is it the origin of a deployment?", to,
		response.Status)
}

func mcpError(id json.RawMessage, code int, message string) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id,
		"error": map[string]any{"code": code, "message": message}})
	if err != nil {
		panic(err) // the id was read as JSON
	}
	return b
}

// write writes a message as a line.
func (b *mcpBridge) write(line []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, _ = b.out.Write(append(line, '\n')) // whoever read it may have left
}
