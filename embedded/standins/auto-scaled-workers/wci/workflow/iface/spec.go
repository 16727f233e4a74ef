// Package iface has the types by which Temporal's server describes how workers would be scaled. Their names and fields
// are those that the server uses.
package iface

import (
	"time"

	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"
)

// WorkerControllerInstanceSpec says how the workers of one version are scaled, by the names of the groups.
type WorkerControllerInstanceSpec struct {
	ScalingGroupSpecs map[string]ScalingGroupSpec
}

// ScalingGroupSpec is how workers for some types of tasks are scaled; none means all types.
type ScalingGroupSpec struct {
	TaskTypes []enumspb.TaskQueueType
	Compute   ComputeProviderSpec
	Scaling   *ScalingAlgorithmSpec
}

// ScalingGroupSpecUpdate is a change of a group: only the fields in the mask count.
type ScalingGroupSpecUpdate struct {
	Spec       ScalingGroupSpec
	UpdateMask []string
}

// ComputeProviderSpec is where workers run.
type ComputeProviderSpec struct {
	ProviderType  ComputeProviderType
	Config        *commonpb.Payload
	NexusEndpoint string
}

// ComputeProviderType is the name of a kind of provider.
type ComputeProviderType string

// ScalingAlgorithmSpec is when workers are added and taken away.
type ScalingAlgorithmSpec struct {
	ScalingAlgorithm ScalingAlgorithmType
	Config           *commonpb.Payload
}

// ScalingAlgorithmType is the name of an algorithm.
type ScalingAlgorithmType string

// ValidationStatus is the outcome of the last attempt to reach a provider.
type ValidationStatus struct {
	LastValidationTime time.Time
	Status             ValidationResult
	ErrMessage         string
}

// ValidationResult is how a validation ended.
type ValidationResult string

// ValidationResultFailed is the result that has an error.
const ValidationResultFailed ValidationResult = "failed"

// QueryDescribeWorkerControllerInstanceResponse describes how one version is scaled.
type QueryDescribeWorkerControllerInstanceResponse struct {
	Spec             *WorkerControllerInstanceSpec
	ValidationStatus *ValidationStatus
}

// UpdateWorkerControllerInstanceResponse is how a version is scaled after a change.
type UpdateWorkerControllerInstanceResponse struct {
	Spec *WorkerControllerInstanceSpec
}
