/** Datadog's monitoring of real users, with a header of its own on each request. */
import { datadogRum } from '@datadog/browser-rum';

datadogRum.init({
  applicationId: '00000000-0000-4000-8000-000000000000',
  clientToken: 'pubinvented',
  site: 'datadoghq.com',
  service: 'harbour',
  proxy: `${location.origin}/intake/datadog`,
  sessionSampleRate: 100,
  traceSampleRate: 100,
  trackResources: true,
  allowedTracingUrls: [location.origin],
});
