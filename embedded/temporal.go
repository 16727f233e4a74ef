package embedded

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/membership/static"
	"go.temporal.io/server/common/primitives"
	"go.temporal.io/server/temporal"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

const (
	clusterName = "active"  // the only cluster; its name is stored in the file
	namespace   = "default" // the only one, which clients use that name none
	loopback    = "127.0.0.1"

	// startTimeout is how long the services may take to start. The server's default of 15 s is too short on a busy
	// machine.
	startTimeout = 2 * time.Minute
)

// TemporalOptions configure an embedded Temporal server.
type TemporalOptions struct {
	Addr string // of the frontend, "IP:port"; "" means loopback, port 0 a free one
	File string // the SQLite file, created with a second one beside it; "" means temporary files, deleted by Stop

	SearchAttributes map[string]enumspb.IndexedValueType // added to the namespace if missing, never removed
	Logger           *slog.Logger                        // gets warnings and errors; nil means slog.Default()
}

// Temporal is a running Temporal server: frontend, history, matching and the system worker, in this process.
type Temporal struct {
	addr   string
	server temporal.Server
	log    *serverLogger
	temp   string // folder that Stop removes, or "" if the file is the caller's
	once   sync.Once
}

// StartTemporal starts a server and returns when the server answers for its namespace, which is called "default". Only
// one process at a time may use a file.
//
// A server that was killed and is started again on the same file continues with its workflows. If the machine loses
// power, the file may lose the last commits, so the caller must be able to find out which workflows are missing and
// start them again. A file of an older server version is migrated; one of a newer version is refused.
func StartTemporal(ctx context.Context, o TemporalOptions) (*Temporal, error) {
	if o.Addr == "" {
		o.Addr = net.JoinHostPort(loopback, "0")
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	t := &Temporal{log: &serverLogger{to: o.Logger, stopping: new(atomic.Bool)}}
	if err := t.start(ctx, o); err != nil {
		t.Stop()
		return nil, fmt.Errorf("start temporal server: %w", err)
	}
	return t, nil
}

// Addr returns the "host:port" of the frontend for clients on this machine.
func (t *Temporal) Addr() string { return t.addr }

// Stop stops the server, which takes about a second. Workflows continue at the next start.
func (t *Temporal) Stop() {
	t.once.Do(func() {
		t.log.stopping.Store(true)
		if t.server != nil {
			_ = t.server.Stop() // its only error is a timeout, and the process is about to end
		}
		if t.temp != "" {
			_ = os.RemoveAll(t.temp)
		}
	})
}

func (t *Temporal) start(ctx context.Context, o TemporalOptions) error {
	s, err := t.openStores(ctx, o)
	if err != nil {
		return err
	}
	if err := ensureNamespace(ctx, s[executions].SQL, namespace, o.SearchAttributes); err != nil {
		return err
	}
	ports, err := freePorts(o.Addr)
	if err != nil {
		return err
	}
	t.addr = ports.client()
	if t.server, err = temporal.NewServer(
		temporal.WithConfig(serverConfig(ports, s)),
		temporal.ForServices(temporal.DefaultServices),
		temporal.WithStaticHosts(ports.hosts()),
		temporal.WithDynamicConfigClient(tuning),
		temporal.WithLogger(t.log),
	); err != nil {
		return err
	}
	if err := t.server.Start(); err != nil {
		return err
	}
	return t.awaitReady(ctx)
}

func (t *Temporal) openStores(ctx context.Context, o TemporalOptions) (stores, error) {
	file, durable := o.File, true
	if file == "" {
		dir, err := os.MkdirTemp("", "litmus-temporal-")
		if err != nil {
			return nil, err
		}
		t.temp = dir
		file, durable = filepath.Join(dir, "temporal.db"), false
	}
	return openStores(ctx, file, durable)
}

// awaitReady waits until the frontend answers and knows the namespace.
func (t *Temporal) awaitReady(ctx context.Context) error {
	conn, err := grpc.NewClient("passthrough:///"+t.addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = workflowservice.NewWorkflowServiceClient(conn).DescribeNamespace(ctx,
		&workflowservice.DescribeNamespaceRequest{Namespace: namespace}, grpc.WaitForReady(true))
	return err
}

// serverConfig configures one process with all services. Each has its own port and, except for the frontend, listens on
// loopback.
func serverConfig(p ports, s stores) *config.Config {
	c := &config.Config{
		Global: config.Global{Membership: config.Membership{
			BroadcastAddress: loopback,
			// There are no other members, but the server derives from this how long its services may take to start.
			MaxJoinDuration: startTimeout / 2,
		}},
		Persistence: config.Persistence{
			DefaultStore:     executions,
			VisibilityStore:  visibility,
			NumHistoryShards: 1, // there is only one writer; the number cannot be changed for a file
			DataStores:       s,
		},
		ClusterMetadata: &cluster.Config{
			FailoverVersionIncrement: 10,
			MasterClusterName:        clusterName,
			CurrentClusterName:       clusterName,
			ClusterInformation: map[string]cluster.ClusterInformation{
				clusterName: {Enabled: true, InitialFailoverVersion: 1, RPCAddress: p.client()},
			},
		},
		DCRedirectionPolicy: config.DCRedirectionPolicy{Policy: "noop"},
		PublicClient:        config.PublicClient{HostPort: p.client()},
		Services:            map[string]config.Service{},
	}
	c.Archival.History.State = config.ArchivalDisabled
	c.Archival.Visibility.State = config.ArchivalDisabled
	c.NamespaceDefaults.Archival.History.State = config.ArchivalDisabled
	c.NamespaceDefaults.Archival.Visibility.State = config.ArchivalDisabled
	for name, a := range p {
		c.Services[string(name)] = config.Service{RPC: config.RPC{GRPCPort: a.Port, BindOnIP: a.IP.String()}}
	}
	return c
}

// ports holds the address of each service.
type ports map[primitives.ServiceName]*net.TCPAddr

// freePorts finds a free port for every service, with the frontend's on addr. It holds all of them until it returns, so
// that none is found twice. The server binds them a moment later, and ends the process if it cannot. A port that was
// not asked for by number is therefore outside of the range from which the system assigns ports, and is not tried by
// another server that starts at the same time.
func freePorts(addr string) (ports, error) {
	p := ports{}
	for _, s := range temporal.DefaultServices {
		at := net.JoinHostPort(loopback, "0")
		if name := primitives.ServiceName(s); name == primitives.FrontendService {
			at = addr
		}
		l, err := listen(at)
		if err != nil {
			return nil, err
		}
		defer l.Close()
		p[primitives.ServiceName(s)] = l.Addr().(*net.TCPAddr)
	}
	return p, nil
}

// The range lies below the ports that systems assign to outgoing connections and to listeners without a number (RFC
// 6335: 49152 and up; Linux: 32768 and up).
const lowestPort, highestPort = 20000, 29999

// Each process starts its search at its own place in that range, and tries no port twice.
const portsPerProcess = 16

var portsTried atomic.Int64

// listen listens on addr. For port 0 it takes a port of the range above, or else any free port.
func listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil || port != "0" {
		return net.Listen("tcp", addr)
	}
	for range 50 {
		candidate := lowestPort + (os.Getpid()*portsPerProcess+int(portsTried.Add(1)))%(highestPort-lowestPort+1)
		if l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(candidate))); err == nil {
			return l, nil
		}
	}
	return net.Listen("tcp", addr)
}

// client returns the address of the frontend for clients on this machine, whichever address it listens on.
func (p ports) client() string {
	a := *p[primitives.FrontendService]
	if a.IP.IsUnspecified() {
		a.IP = net.ParseIP(loopback)
	}
	return a.String()
}

func (p ports) hosts() map[primitives.ServiceName]static.Hosts {
	h := map[primitives.ServiceName]static.Hosts{}
	for name, a := range p {
		h[name] = static.SingleLocalHost(a.String())
	}
	h[primitives.FrontendService] = static.SingleLocalHost(p.client())
	return h
}
