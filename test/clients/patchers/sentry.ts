/** Sentry with all that looks at fetch: breadcrumbs, tracing, and the times of streamed bodies. */
import * as Sentry from '@sentry/browser';

Sentry.init({
  dsn: 'https://invented@monitoring.example/1',
  tunnel: '/intake/sentry',
  tracesSampleRate: 1,
  integrations: [
    Sentry.browserTracingIntegration(),
    Sentry.fetchStreamPerformanceIntegration(),
    Sentry.httpClientIntegration(),
  ],
});
