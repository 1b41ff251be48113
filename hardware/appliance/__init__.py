"""Companion as a Debian package: how it is built, installed, switched over and taken back."""
