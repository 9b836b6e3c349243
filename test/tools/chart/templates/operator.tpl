{{- with .Values.operator }}
apiVersion: {{ .apiVersion }}
kind: {{ .kind }}
metadata:
  {{- toYaml .metadata | nindent 2 }}
spec:
  replicas: {{ .spec.replicas }}
  selector:
    {{- toYaml .spec.selector | nindent 4 }}
  template:
    metadata:
      labels:
        {{- toYaml .spec.template.metadata.labels | nindent 8 }}
      annotations:
        helm.sh/revision: {{ $.Release.Revision | quote }}
    spec:
      {{- toYaml .spec.template.spec | nindent 6 }}
{{- end }}
