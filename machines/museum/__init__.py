"""For visitors and curators: the window, the worker behind it, sessions, tours, panels, service."""
