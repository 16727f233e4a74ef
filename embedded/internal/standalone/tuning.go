package standalone

import (
	"time"

	"go.temporal.io/server/common/dynamicconfig"
)

// Tuning are the settings that differ from the defaults, which are made for clusters with many users.
var Tuning = dynamicconfig.StaticClient{
	// The queue processors of a shard read their queues at most 20 times a second, so with the single shard of one
	// machine every step would wait up to 50 ms. 1000 removes the limit in practice; it is reached only under load.
	dynamicconfig.TransferProcessorMaxPollRPS.Key():   1000,
	dynamicconfig.TimerProcessorMaxPollRPS.Key():      1000,
	dynamicconfig.VisibilityProcessorMaxPollRPS.Key(): 1000,

	// A queue keeps the tasks that are done until its next checkpoint, and copies all that it keeps whenever a task
	// comes. With the default of 30 s that takes a quarter of the processors under load.
	dynamicconfig.TransferProcessorUpdateAckInterval.Key():   checkpointInterval,
	dynamicconfig.TimerProcessorUpdateAckInterval.Key():      checkpointInterval,
	dynamicconfig.VisibilityProcessorUpdateAckInterval.Key(): checkpointInterval,

	// Partitions spread a task queue over machines. On one machine they only keep tasks from pollers of another
	// partition.
	dynamicconfig.MatchingNumTaskqueueReadPartitions.Key():  1,
	dynamicconfig.MatchingNumTaskqueueWritePartitions.Key(): 1,

	// Tasks in a queue are dispatched round robin by the fairness key of workflows and activities, which is their
	// organization.
	dynamicconfig.MatchingEnableFairness.Key(): true,

	// Memory. By default, the cache of workflow states has room for 128,000, the cache for other clusters has 8 MiB,
	// and 2,800 goroutines (512 and 128 of a kind) wait for tasks that all use one connection to one file.
	dynamicconfig.HistoryCacheHostLevelMaxSize.Key():                        512,
	dynamicconfig.XDCCacheMaxSizeBytes.Key():                                1 << 16,
	dynamicconfig.TransferProcessorSchedulerWorkerCount.Key():               taskWorkers,
	dynamicconfig.TimerProcessorSchedulerWorkerCount.Key():                  taskWorkers,
	dynamicconfig.MemoryTimerProcessorSchedulerWorkerCount.Key():            taskWorkers,
	dynamicconfig.VisibilityProcessorSchedulerWorkerCount.Key():             taskWorkers,
	dynamicconfig.ArchivalProcessorSchedulerWorkerCount.Key():               1,
	dynamicconfig.ReplicationProcessorSchedulerWorkerCount.Key():            1,
	dynamicconfig.ReplicationLowPriorityProcessorSchedulerWorkerCount.Key(): 1,

	// A page of the web interface requests several lists and counts at once, which soon exceeds the default of 10 a
	// second.
	dynamicconfig.FrontendMaxNamespaceVisibilityRPSPerInstance.Key(): 100,

	// No calls to Temporal's version service.
	dynamicconfig.EnableServerVersionCheck.Key(): false,
}

// checkpointInterval is how often a queue notes how far it is and forgets what is done.
const checkpointInterval = 5 * time.Second

// taskWorkers is how many tasks of a kind are processed at a time.
const taskWorkers = 4
