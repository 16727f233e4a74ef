package workflows

import (
	"context"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
)

// reconnectEvery is the longest pause between two attempts to reach a Temporal that went away.
const reconnectEvery = time.Second

// DialOptions have a connection to Temporal come back within about a second of its server. The SDK's own would try up
// to ten seconds later, and so would each poller, whose pauses grow while the server is away: a worker would idle
// beside a queue that is full.
func DialOptions() []grpc.DialOption {
	again := backoff.DefaultConfig
	again.BaseDelay, again.MaxDelay = 200*time.Millisecond, reconnectEvery
	return []grpc.DialOption{
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: again, MinConnectTimeout: 5 * time.Second}),
		grpc.WithChainUnaryInterceptor(pollsWait),
	}
}

// pollsWait has a request for work wait for the connection rather than fail without one. Every other call fails at
// once: whoever makes it has something better to do than to wait.
func pollsWait(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker,
	options ...grpc.CallOption) error {
	if name := method[strings.LastIndexByte(method, '/')+1:]; strings.HasPrefix(name, "Poll") && strings.HasSuffix(name,
		"TaskQueue") {
		options = append(options, grpc.WaitForReady(true))
	}
	return invoke(ctx, method, request, reply, conn, options...)
}
