package workflows

import (
	"context"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
)

// reconnectEvery is the longest pause between two attempts to connect to Temporal.
const reconnectEvery = time.Second

// DialOptions let a connection to Temporal come back within about a second after its server does. By default the SDK
// waits up to ten seconds, and so does each poller after failed polls: a worker would idle beside a full queue.
func DialOptions() []grpc.DialOption {
	again := backoff.DefaultConfig
	again.BaseDelay, again.MaxDelay = 200*time.Millisecond, reconnectEvery
	return []grpc.DialOption{
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: again, MinConnectTimeout: 5 * time.Second}),
		grpc.WithChainUnaryInterceptor(pollsWait),
	}
}

// pollsWait makes polls of task queues wait for the connection instead of failing without one. Every other call still
// fails at once, since its caller has an alternative.
func pollsWait(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker,
	options ...grpc.CallOption) error {
	name := method[strings.LastIndexByte(method, '/')+1:]
	if strings.HasPrefix(name, "Poll") && strings.HasSuffix(name, "TaskQueue") {
		options = append(options, grpc.WaitForReady(true))
	}
	return invoke(ctx, method, request, reply, conn, options...)
}
