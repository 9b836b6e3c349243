{{- /* A mesh sidecar would keep the pod of a Job running for ever; Istio reads the label, older ones the annotation. */ -}}
{{- define "warmgate.podLabels" -}}
sidecar.istio.io/inject: "false"
{{- end -}}

{{- define "warmgate.podAnnotations" -}}
sidecar.istio.io/inject: "false"
linkerd.io/inject: disabled
{{- end -}}

{{- /* Arguments: root, component. */ -}}
{{- define "warmgate.podMetadata" -}}
labels:
  {{- include "warmgate.labels" (merge (dict "pod" true) .) | nindent 2 }}
  {{- include "warmgate.podLabels" . | nindent 2 }}
annotations:
  {{- include "warmgate.podAnnotations" . | nindent 2 }}
  {{- with .root.Values.pod.annotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- /*
What the restricted pod security standard admits: one plain container, not root, nothing written but the termination message.
Arguments: root, account, args, restartPolicy, and where there are any: deadline, desired (name of a ConfigMap).
*/ -}}
{{- define "warmgate.podSpec" -}}
serviceAccountName: {{ .account }}
automountServiceAccountToken: true
enableServiceLinks: false
restartPolicy: {{ .restartPolicy }}
terminationGracePeriodSeconds: 10
{{- with .deadline }}
activeDeadlineSeconds: {{ int . }}
{{- end }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
containers:
  - {{- include "warmgate.container" . | nindent 4 }}
{{- $bundle := eq .root.Values.image.mode "bundle" }}
{{- if or .desired $bundle }}
volumes:
  {{- with .desired }}
  - name: desired
    configMap:
      name: {{ . }}
  {{- end }}
  {{- if $bundle }}
  - name: bundle
    configMap:
      name: {{ include "warmgate.bundleName" .root }}
  {{- end }}
{{- end }}
{{- with .root.Values.pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.pod.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.pod.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- define "warmgate.container" -}}
{{- $bundle := eq .root.Values.image.mode "bundle" -}}
name: warmgate
image: {{ include "warmgate.image" .root | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
{{- if $bundle }}
command: [node, /bundle/warmgate.mjs]
{{- end }}
args:
  {{- toYaml .args | nindent 2 }}
{{- with .root.Values.env }}
env:
  {{- range $name, $value := . }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
{{- end }}
resources:
  {{- toYaml .root.Values.pod.resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
terminationMessagePolicy: FallbackToLogsOnError
{{- if or .desired $bundle }}
volumeMounts:
  {{- if .desired }}
  - name: desired
    mountPath: /desired
    readOnly: true
  {{- end }}
  {{- if $bundle }}
  - name: bundle
    mountPath: /bundle
    readOnly: true
  {{- end }}
{{- end }}
{{- end -}}
