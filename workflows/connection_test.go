package workflows

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"go.temporal.io/api/workflowservice/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

// frontend is a Temporal that answers polls.
type frontend struct {
	workflowservice.UnimplementedWorkflowServiceServer
}

func (frontend) PollActivityTaskQueue(context.Context,
	*workflowservice.PollActivityTaskQueueRequest) (*workflowservice.PollActivityTaskQueueResponse, error) {
	return &workflowservice.PollActivityTaskQueueResponse{}, nil
}

// TestPollsWaitForTheConnection: a poll that begins while Temporal is away is answered when it is back, and every other
// call fails at once.
func TestPollsWaitForTheConnection(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	server := grpc.NewServer()
	workflowservice.RegisterWorkflowServiceServer(server, frontend{})
	defer server.Stop()

	// Until back is set nobody can connect.
	var back atomic.Bool
	dial := grpc.WithContextDialer(func(ctx context.Context, address string) (net.Conn, error) {
		if !back.Load() {
			return nil, errors.New("connection refused")
		}
		return new(net.Dialer).DialContext(ctx, "tcp", address)
	})
	conn, err := grpc.NewClient("passthrough:///"+l.Addr().String(),
		append(DialOptions(), dial, grpc.WithTransportCredentials(insecure.NewCredentials()))...)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	service := workflowservice.NewWorkflowServiceClient(conn)
	polled := make(chan error, 1)
	go func() {
		_, err := service.PollActivityTaskQueue(ctx, &workflowservice.PollActivityTaskQueueRequest{})
		polled <- err
	}()
	if _, err := service.SignalWorkflowExecution(ctx,
		&workflowservice.SignalWorkflowExecutionRequest{}); status.Code(err) != codes.Unavailable {
		t.Errorf("a wake-up while Temporal is away: %v, want it to fail at once", err)
	}
	select {
	case err := <-polled:
		t.Fatalf("a poll while Temporal is away ended with %v, want it to wait", err)
	default:
	}
	go server.Serve(l)
	back.Store(true)
	if err := <-polled; err != nil {
		t.Errorf("a poll that began while Temporal was away failed: %v", err)
	}
}
