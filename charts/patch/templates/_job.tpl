{{- /*
One hook as a Job, or with `mode: argo` as a bare Pod if that is wanted.
Arguments: root, hook (its key in the values), command, account, helm, argo, weight, and where there are any: flags, desired.
*/ -}}
{{- define "warmgate.hook" -}}
{{- $own := index .root.Values .hook -}}
{{- $flags := include "warmgate.flags" (dict "root" .root "command" .command) | fromJsonArray -}}
{{- $desired := empty .desired | ternary list (list "--manifests" "/desired/appdefinitions.yaml") -}}
{{- $args := concat (list .command "--timeout" (printf "%ds" (int $own.timeoutSeconds))) (.flags | default list) $desired $flags $own.flags -}}
{{- $use := merge (dict "name" (printf "warmgate-%s" .hook) "component" .hook "args" $args "restartPolicy" "Never" "runs" true) . -}}
{{- if and (eq .root.Values.mode "argo") (eq .root.Values.argo.hookKind "Pod") -}}
{{- $_ := set $use "deadline" $own.deadlineSeconds -}}
{{- $_ := set $use "pod" true -}}
{{- $_ := set $use "podLabels" (include "warmgate.podLabels" .) -}}
{{- $_ := set $use "podAnnotations" (include "warmgate.podAnnotations" .) -}}
apiVersion: v1
kind: Pod
metadata:
  {{- include "warmgate.metadata" $use | nindent 2 }}
spec:
  {{- include "warmgate.podSpec" $use | nindent 2 }}
{{- else -}}
apiVersion: batch/v1
kind: Job
metadata:
  {{- include "warmgate.metadata" $use | nindent 2 }}
spec:
  {{- include "warmgate.jobSpec" (set $use "seconds" $own.deadlineSeconds) | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* A drained node is no verdict; any exit code of ours is, and stands in the Job's condition, which Argo CD shows. */ -}}
{{- define "warmgate.jobSpec" -}}
backoffLimit: 0
activeDeadlineSeconds: {{ int .seconds }}
podFailurePolicy:
  rules:
    - action: Ignore
      onPodConditions:
        - type: DisruptionTarget
          status: "True"
    - action: FailJob
      onExitCodes:
        containerName: warmgate
        operator: NotIn
        values: [0]
template:
  metadata:
    {{- include "warmgate.podMetadata" . | nindent 4 }}
  spec:
    {{- include "warmgate.podSpec" . | nindent 4 }}
{{- end -}}

{{- /* Flags that values shared by several commands stand for, as JSON. Arguments: root, command. */ -}}
{{- define "warmgate.flags" -}}
{{- $flags := list -}}
{{- with .root.Values.operator.namespace }}{{ $flags = concat $flags (list "--operator-namespace" .) }}{{ end -}}
{{- with .root.Values.operator.selector }}{{ $flags = concat $flags (list "--operator-selector" .) }}{{ end -}}
{{- if eq .command "verify" -}}
{{- range .root.Values.allow }}{{ $flags = concat $flags (list "--allow" .) }}{{ end -}}
{{- end -}}
{{- toJson $flags -}}
{{- end -}}
