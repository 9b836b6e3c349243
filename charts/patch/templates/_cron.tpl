{{- /* What runs by the clock, no hook. Arguments: root, component (its key in the values too), command, account, flags. */ -}}
{{- define "warmgate.cron" -}}
{{- $own := index .root.Values .component -}}
{{- $flags := include "warmgate.flags" . | fromJsonArray -}}
{{- $args := concat (list .command "--timeout" (printf "%ds" (int $own.timeoutSeconds))) (.flags | default list) $flags $own.flags -}}
{{- $use := merge (dict "name" (printf "warmgate-%s" .component) "args" $args "restartPolicy" "Never" "seconds" $own.deadlineSeconds) . -}}
apiVersion: batch/v1
kind: CronJob
metadata:
  {{- include "warmgate.metadata" $use | nindent 2 }}
spec:
  schedule: {{ $own.schedule | quote }}
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: 120
  successfulJobsHistoryLimit: 1
  failedJobsHistoryLimit: 3
  jobTemplate:
    spec:
      {{- include "warmgate.jobSpec" $use | nindent 6 }}
{{- end -}}
