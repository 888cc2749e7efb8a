// For the tests of a platform: webhooks that verify, and a service in memory.
export { createFakeService, type FakeService } from './testing/fake-service.ts';
export { createTestSigner, type SignedWebhook, type TestSigner } from './testing/test-signer.ts';
