{{- define "holdfast.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "holdfast.labels" -}}
app.kubernetes.io/part-of: holdfast
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{/* Selector labels of a process, which never change. Takes root and name. */}}
{{- define "holdfast.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/name: {{ .name }}
{{- end -}}

{{/* Takes root and the name of an image. */}}
{{- define "holdfast.image" -}}
{{- $image := get .root.Values.images .name -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "holdfast.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "holdfast.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "holdfast.usesVolume" -}}
{{- if not .Values.config.FILES_S3_BUCKET }}true{{ end -}}
{{- end -}}

{{/* Mounts of the platform's processes: /tmp and certificates. */}}
{{- define "holdfast.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- with .Values.postgresql.rootCertificateSecret }}
- { name: postgresql-ca, mountPath: /certificates/postgresql, readOnly: true }
{{- end }}
{{- end -}}

{{- define "holdfast.volumes" -}}
- { name: tmp, emptyDir: {} }
{{- with .Values.postgresql.rootCertificateSecret }}
- { name: postgresql-ca, secret: { secretName: {{ . }} } }
{{- end }}
{{- end -}}

{{/* Certificate files by variable. */}}
{{- define "holdfast.certificateVariables" -}}
{{- if not .Values.temporal.usesApiKey }}
- { name: TEMPORAL_TLS_CERT, value: /certificates/temporal/tls.crt }
- { name: TEMPORAL_TLS_KEY, value: /certificates/temporal/tls.key }
{{- if .Values.temporal.hasPrivateAuthority }}
- { name: TEMPORAL_TLS_CA, value: /certificates/temporal/ca.crt }
{{- end }}
{{- end }}
{{- end -}}
